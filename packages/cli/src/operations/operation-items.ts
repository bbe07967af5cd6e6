import { resolve } from 'node:path'
import { existingOutputs, type PhotoSource } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { endingOf } from '../folder-run/result-names.ts'
import { scanPhotos } from '../folder-run/scan-photos.ts'
import type { OnExisting } from '../reporting/run-events.ts'
import {
  checkStdout,
  isOneFile,
  isToStdout,
  type OperationOutput,
  type OutputOptions,
  type PhotoOutput,
  placeOne,
  placeOperations,
} from './operation-outputs.ts'

/** The flags that every operation has. Its own parameters stand beside them. */
export interface OperationFlags extends Readonly<Record<string, unknown>> {
  readonly out?: string
  readonly onExisting?: OnExisting
  readonly concurrency?: number
  readonly recursive?: boolean
  readonly maxCredits?: number
  readonly dryRun?: boolean
  /** `--format` was typed, rather than set in a file. */
  readonly formatIsTyped?: boolean
}

/** One call of the operation: what it works on, and where its result goes. */
export interface OperationItem {
  readonly name: string
  readonly sources: readonly PhotoSource[]
  readonly words?: string
  readonly output: OperationOutput
}

/** What is added to the names of photos. The same photo for two platforms makes two files. */
const nameOf = (entry: CatalogueEntry, { platform }: OperationFlags): string =>
  typeof platform === 'string' && entry.parameters.some((one) => one.name === 'platform')
    ? `${endingOf(entry)}-${platform.replaceAll('.', '-').replace(/[^a-z-]/g, '')}`
    : endingOf(entry)

/** What there is to do, and where each result goes. @throws CliError where that is not possible */
export async function operationItems(
  entry: CatalogueEntry,
  given: readonly string[],
  flags: OperationFlags,
  context: Context,
): Promise<OperationItem[]> {
  const { cwd, stdin, stdout } = context.environment
  const { out } = flags
  const options: OutputOptions = {
    name: nameOf(entry, flags),
    parts: entry.parts,
    cwd,
    out,
    stdoutIsTerminal: Boolean(stdout.isTTY),
  }
  if (entry.input === 'words') {
    const words = given[0] === '-' ? Buffer.concat(await stdin.toArray()).toString('utf8') : given.join(' ')
    if (words.trim() === '') throw new CliError('Describe the picture in words.')
    const output: OperationOutput = entry.result === 'prompt' ? { kind: 'stdout', targets: [] } : placeOne([], options)
    return [{ name: entry.name, sources: [], words: words.trim(), output }]
  }
  // Before standard input is read: that may take as long as somebody types.
  if (isToStdout(out, given[0]) && entry.input === 'picture') checkStdout(options)
  const isFolder = out !== undefined && out !== '-' && !isOneFile(out)
  const scanned = await scanPhotos(
    given,
    { recursive: flags.recursive ?? false, out: isFolder ? resolve(cwd, out) : undefined, readsStdin: !flags.dryRun },
    context,
  )
  if (entry.input === 'pictures' && !entry.resultEach) {
    return [{ name: entry.name, sources: scanned, output: placeOne(scanned, options) }]
  }
  const { photos, results } = placeOperations(scanned, options)
  if (results > 0)
    context.note(`${counted(results, 'picture')} left out, because the name is that of another photo's result.`)
  if (entry.input === 'pictures') return itemsTogether(entry, photos, flags)
  return photos.map(({ source, output }) => ({ name: source.name, sources: [source], output }))
}

/** Pictures that belong together: one call, or several where there are too many for one and a reference connects them. */
function itemsTogether(
  { name, most = Number.POSITIVE_INFINITY }: CatalogueEntry,
  photos: readonly PhotoOutput[],
  { reference }: OperationFlags,
): OperationItem[] {
  if (photos.length > most && reference === undefined) {
    throw new CliError(
      `${name} takes ${most} photos at a time, and these are ${photos.length}. Add --reference PHOTO to send them in parts.`,
    )
  }
  const parts = Math.ceil(photos.length / most)
  const size = Math.ceil(photos.length / parts)
  return Array.from({ length: parts }, (_, part): OperationItem => {
    const own = photos.slice(part * size, (part + 1) * size)
    const [first] = own
    return {
      name: parts === 1 ? name : `${name}, part ${part + 1} of ${parts}`,
      sources: own.map(({ source }) => source),
      output:
        first?.output.kind === 'stdout'
          ? first.output
          : { kind: 'each', targets: own.flatMap(({ output }) => output.targets) },
    }
  })
}

/** The results of an item that are there already; undefined where one is missing, or has to be made anew. */
export async function presentOutputs(
  { output: { targets } }: OperationItem,
  onExisting: OnExisting,
): Promise<readonly { readonly path: string }[] | undefined> {
  if (targets.length === 0 || onExisting !== 'skip') return undefined
  const { present, missing } = await existingOutputs(targets, onExisting)
  return missing.length > 0 ? undefined : present.map(({ path }) => ({ path }))
}

/** The items that lack a result. */
export async function dueItems<Item extends OperationItem>(
  items: readonly Item[],
  onExisting: OnExisting,
): Promise<Item[]> {
  const present = await Promise.all(items.map((item) => presentOutputs(item, onExisting)))
  return items.filter((_, index) => present[index] === undefined)
}
