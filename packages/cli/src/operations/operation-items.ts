import { resolve } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import type { Context } from '../context/command-context.ts'
import { discover, type Source } from '../enhance/discover-photos.ts'
import { endingOf } from '../enhance/result-names.ts'
import type { OnExisting } from '../reporting/run-events.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { isOneFile, type Place, type Placing, placeAll, placeOne } from './operation-outputs.ts'

/** The flags that every operation has; its own parameters stand beside them. */
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
  readonly sources: readonly Source[]
  readonly words?: string
  readonly place: Place
}

/** What results are named after: the same photo for two platforms makes two files. */
const nameOf = (entry: CatalogueEntry, { platform }: OperationFlags): string =>
  typeof platform === 'string' && entry.parameters.some((one) => one.name === 'platform')
    ? `${endingOf(entry)}-${platform.replaceAll('.', '-').replace(/[^a-z-]/g, '')}`
    : endingOf(entry)

/** What there is to do, and where each result goes. @throws CliError where it cannot be done like that. */
export async function operationItems(
  entry: CatalogueEntry,
  given: readonly string[],
  flags: OperationFlags,
  { environment: { cwd, stdin, stdout }, note }: Context,
): Promise<OperationItem[]> {
  const placing: Placing = {
    name: nameOf(entry, flags),
    parts: entry.parts,
    cwd,
    out: flags.out,
    onExisting: flags.onExisting ?? 'skip',
    stdoutIsTerminal: Boolean(stdout.isTTY),
  }
  if (entry.input === 'words') {
    const words = given[0] === '-' ? Buffer.concat(await stdin.toArray()).toString('utf8') : given.join(' ')
    if (words.trim() === '') throw new CliError('Words are needed to start from.')
    const where: Place = entry.result === 'prompt' ? { kind: 'stdout' } : placeOne(placing)
    return [{ name: entry.name, sources: [], words: words.trim(), place: where }]
  }
  const { sources, notes } = await discover(given, {
    cwd,
    recursive: flags.recursive ?? false,
    include: [],
    ignore: [],
    out: flags.out === undefined || flags.out === '-' || isOneFile(flags.out) ? undefined : resolve(cwd, flags.out),
  })
  for (const sentence of notes) note(sentence)
  if (entry.input === 'pictures') return together(entry, sources, flags, placing)
  return placeAll(sources, placing).map(({ source, place }) => ({ name: source.name, sources: [source], place }))
}

/** Pictures that belong together: one call, and several where there are too many for one and a reference holds them together. */
function together(
  entry: CatalogueEntry,
  sources: readonly Source[],
  { reference }: OperationFlags,
  placing: Placing,
): OperationItem[] {
  const { name, resultEach, most = Number.POSITIVE_INFINITY } = entry
  if (!resultEach) return [{ name, sources, place: placeOne(placing) }]
  const placed = placeAll(sources, placing)
  if (placed.length > most && reference === undefined) {
    throw new CliError(
      `${name} takes ${most} photos at a time and these are ${placed.length}: add --reference PHOTO, and they are sent in parts.`,
    )
  }
  const parts = Math.ceil(placed.length / most)
  const size = Math.ceil(placed.length / parts)
  return Array.from({ length: parts }, (_, part): OperationItem => {
    const own = placed.slice(part * size, (part + 1) * size)
    return {
      name: parts === 1 ? name : `${name}, part ${part + 1} of ${parts}`,
      sources: own.map(({ source }) => source),
      place: { kind: 'each', places: own.map(({ place }) => place) },
    }
  })
}
