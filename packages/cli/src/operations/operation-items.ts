import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { existingOutputs, type PhotoSource } from '@platelight/sdk/folder-engine'
import { type CatalogueEntry, isText } from '../base/catalogue-entry.ts'
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

/** The flags that every operation has, with the flags of its own parameters. */
export interface OperationFlags extends Readonly<Record<string, unknown>> {
  readonly out?: string
  readonly onExisting?: OnExisting
  readonly concurrency?: number
  readonly recursive?: boolean
  readonly maxCredits?: number
  readonly dryRun?: boolean
  readonly open?: boolean
  /** How a recipe names results. */
  readonly naming?: OutputOptions['naming']
  /** Whether `--format` was typed and not set in a file. */
  readonly formatIsTyped?: boolean
}

/** One call of the operation, with its inputs and the destination of its result. */
export interface OperationItem {
  readonly name: string
  readonly sources: readonly PhotoSource[]
  readonly words?: string
  readonly output: OperationOutput
}

/** The suffix of result names. It contains the platform, so that results for two platforms are two files. */
const nameOf = (entry: CatalogueEntry, { platform }: OperationFlags): string =>
  typeof platform === 'string' && entry.parameters.some((parameter) => parameter.name === 'platform')
    ? `${endingOf(entry)}-${platform.replaceAll('.', '-').replace(/[^a-z-]/g, '')}`
    : endingOf(entry)

/** The calls of a run and the destinations of their results. @throws CliError for invalid inputs or destinations */
export async function operationItems(
  entry: CatalogueEntry,
  typed: readonly string[],
  flags: OperationFlags,
  context: Context,
): Promise<OperationItem[]> {
  const { cwd, stdin, stdout } = context.environment
  const { out, naming } = flags
  const options: OutputOptions = {
    name: nameOf(entry, flags),
    parts: entry.parts,
    ...(naming && { naming }),
    cwd,
    out,
    stdoutIsTerminal: Boolean(stdout.isTTY),
  }
  if (entry.input === 'words') {
    const words = typed[0] === '-' ? Buffer.concat(await stdin.toArray()).toString('utf8') : typed.join(' ')
    if (words.trim() === '')
      throw new CliError(isText(entry) ? 'Describe the dish in words.' : 'Describe the picture in words.')
    const output: OperationOutput = isText(entry) ? { kind: 'stdout', targets: [] } : placeOne([], options)
    return [{ name: entry.name, sources: [], words: words.trim(), output }]
  }
  // Check before reading standard input, which may wait for the user.
  if (isToStdout(out, typed[0]) && entry.input === 'picture') checkStdout(options)
  const isFolder = out !== undefined && out !== '-' && !isOneFile(out)
  refuseLooseWords(entry, typed, flags, cwd)
  const scanned = await scanPhotos(
    typed,
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

/**
 * Somebody who says what to do beside the photos instead of after `--prompt` is told so. A photo is hardly ever called like a
 * sentence.
 *
 * @throws CliError
 */
function refuseLooseWords(
  { name, parameters }: CatalogueEntry,
  typed: readonly string[],
  { prompt }: OperationFlags,
  cwd: string,
): void {
  if (prompt !== undefined || !parameters.some((parameter) => parameter.name === 'prompt')) return
  const isWords = (text: string) => /\s/.test(text.trim()) && !existsSync(resolve(cwd, text))
  const words = typed.find(isWords)
  if (words === undefined) return
  const photos = typed.filter((text) => text !== words)
  throw new CliError(
    `There is no photo called "${words}". What to do goes after --prompt: platelight ${name} ${photos.join(' ') || 'PHOTO'} --prompt ${JSON.stringify(words)}`,
  )
}

/** Groups pictures into one call, or into several with a common reference if they are too many for one. */
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
    const partPhotos = photos.slice(part * size, (part + 1) * size)
    const [first] = partPhotos
    return {
      name: parts === 1 ? name : `${name}, part ${part + 1} of ${parts}`,
      sources: partPhotos.map(({ source }) => source),
      output:
        first?.output.kind === 'stdout'
          ? first.output
          : { kind: 'each', targets: partPhotos.flatMap(({ output }) => output.targets) },
    }
  })
}

/** The existing results of an item; undefined if one is missing, or if results are to be replaced. */
export async function presentOutputs(
  { output: { targets } }: OperationItem,
  onExisting: OnExisting,
): Promise<readonly { readonly path: string }[] | undefined> {
  if (targets.length === 0 || onExisting !== 'skip') return undefined
  const { present, missing } = await existingOutputs(targets, onExisting)
  return missing.length > 0 ? undefined : present.map(({ path }) => ({ path }))
}

/** The items without complete results. */
export async function dueItems<Item extends OperationItem>(
  items: readonly Item[],
  onExisting: OnExisting,
): Promise<Item[]> {
  const present = await Promise.all(items.map((item) => presentOutputs(item, onExisting)))
  return items.filter((_, index) => present[index] === undefined)
}
