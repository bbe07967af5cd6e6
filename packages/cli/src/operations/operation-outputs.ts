import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import {
  dayOf,
  isPhotoPath,
  numbered,
  type OutputTarget,
  type PhotoSource,
  pathsOf,
  placePhotos,
} from '@platelight/sdk/folder-engine'
import { type FolderOptions, sameName } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'

/** The destination of the results of one call. A result for standard output has no targets. */
export interface OperationOutput {
  /** `each`: one result per picture of the call, in the same order. */
  readonly kind: 'stdout' | 'one' | 'parts' | 'each'
  readonly targets: readonly OutputTarget[]
}

export interface OutputOptions {
  /** Suffix of result names. */
  readonly name: string
  /** Names of the results if each picture has several. */
  readonly parts?: readonly string[] | undefined
  /** Names a result instead of its suffix. */
  readonly naming?: NonNullable<FolderOptions['naming']>
  readonly cwd: string
  /** `--out` as typed. */
  readonly out: string | undefined
  readonly stdoutIsTerminal: boolean
}

/** A photo and the destination of its results. */
export interface PhotoOutput {
  readonly source: PhotoSource
  readonly output: OperationOutput
}

const PICTURE_FILE = /\.(jpe?g|png|webp|avif)$/i
const TO_STDOUT: OperationOutput = { kind: 'stdout', targets: [] }

/** Whether results go to standard output. This is the default for input from standard input. */
export const isToStdout = (out: string | undefined, firstInput: string | undefined): boolean =>
  out === '-' || (out === undefined && firstInput === '-')

/** @throws CliError if a picture would be written to a terminal */
export function checkStdout({ stdoutIsTerminal }: Pick<OutputOptions, 'stdoutIsTerminal'>): void {
  if (stdoutIsTerminal) {
    throw new CliError('A picture cannot be shown in the terminal. Add --out FILE, or redirect it with > or |.')
  }
}

/**
 * Decides the destination of each result: `ramen-upscale.jpg` beside `ramen.jpg`, `menu-upscale/` for a folder `menu/`,
 * or `--out` if it is given. Photos named like a result of another photo are left out.
 *
 * @throws CliError if the destination cannot hold the results, or is one of the photos
 */
export function placeOperations(
  sources: readonly PhotoSource[],
  options: OutputOptions,
): { readonly photos: readonly PhotoOutput[]; readonly results: number } {
  const { name, naming, parts, cwd, out } = options
  const [first] = sources
  const toStdout = isToStdout(out, first?.kind === 'bytes' ? first.name : undefined)
  if (parts && (toStdout || (out !== undefined && isOneFile(out)))) {
    throw new CliError(`${name} makes ${parts.length} files from each photo. Use a folder as --out.`)
  }
  if (toStdout) {
    if (sources.length !== 1) {
      throw new CliError('Standard output can hold only one picture. Give one photo, or a folder as --out.')
    }
    checkStdout(options)
    return { photos: sources.map((source) => ({ source, output: TO_STDOUT })), results: 0 }
  }
  if (out !== undefined && isOneFile(out)) {
    const path = resolve(cwd, out)
    if (sources.length !== 1 || !first) {
      throw new CliError(`${basename(path)} can hold only one picture. Give one photo, or a folder as --out.`)
    }
    checkOriginals(sources, [path])
    return {
      photos: [{ source: first, output: { kind: 'one', targets: [{ kind: 'file', path }] } }],
      results: 0,
    }
  }
  const placed = placePhotos(
    sources.map((source) => ({ source, folder: folderFor(source, options) })),
    ({ folder, source }, stem): OutputTarget[] => {
      const named = { file: source.name, stem, format: undefined, platform: undefined, date: dayOf(source) }
      const target: OutputTarget = { kind: 'stem', stem: join(folder, naming?.(named) ?? `${stem}-${name}`) }
      return parts?.map((part) => ({ ...target, suffix: `-${part}` })) ?? [target]
    },
  )
  if (naming) checkNames([...placed.photos, ...placed.results])
  const kind = parts ? 'parts' : 'one'
  return {
    photos: placed.photos.map(({ source, targets }) => ({ source, output: { kind, targets } })),
    results: placed.results.length,
  }
}

/** @throws CliError if names of a recipe are those of two photos, or of the photo itself */
function checkNames(
  placed: readonly { readonly source: PhotoSource; readonly targets: readonly OutputTarget[] }[],
): void {
  const taken = new Map<string, string>()
  for (const { source, targets } of placed) {
    const paths = pathsOf(targets)
    const own = paths.find((path) => isPhotoPath(source, path))
    const other = paths.map((path) => taken.get(sameName(path))).find((name) => name !== undefined)
    if (own !== undefined || other !== undefined)
      throw new CliError(
        `The names of the recipe give ${source.name} a result with the name of ${own ? 'the photo itself' : `that of ${other}`}. Change its names, or choose another --out.`,
      )
    for (const path of paths) taken.set(sameName(path), source.name)
  }
}

/**
 * The destination of the result of several pictures or of words: `compose.jpg` here or in `--out`.
 *
 * @throws CliError if it is one of the photos
 */
export function placeOne(sources: readonly PhotoSource[], options: OutputOptions): OperationOutput {
  const { name, cwd, out } = options
  if (out === '-') {
    checkStdout(options)
    return TO_STDOUT
  }
  const target: OutputTarget =
    out !== undefined && isOneFile(out)
      ? { kind: 'file', path: resolve(cwd, out) }
      : { kind: 'stem', stem: join(resolve(cwd, out ?? '.'), name) }
  checkOriginals(sources, pathsOf([target]))
  return { kind: 'one', targets: [target] }
}

/** @throws CliError if a result would overwrite a photo */
function checkOriginals(sources: readonly PhotoSource[], paths: readonly string[]): void {
  const photo = sources.find((source) => paths.some((path) => isPhotoPath(source, path)))
  if (photo) {
    throw new CliError(`${photo.name} is the photo itself; originals are never overwritten. Choose another --out.`)
  }
}

function folderFor(source: PhotoSource, { name, cwd, out }: OutputOptions): string {
  if (source.kind !== 'file') return resolve(cwd, out ?? '.')
  const { root, path, through } = source
  const below = through === 'folder' ? relative(root, dirname(path)) : '.'
  if (out !== undefined) return join(resolve(cwd, out), below)
  return through === 'folder' ? join(`${root}-${name}`, below) : dirname(path)
}

export const isOneFile = (out: string): boolean => PICTURE_FILE.test(out)

/** The position of a result in a reply. */
export interface ResultPosition {
  readonly index: number
  readonly count: number
  /** The name of this result. Without a name it is numbered. */
  readonly name: string | undefined
  /** Of results for each picture: the picture, and which of its results this is. */
  readonly picture?: { readonly index: number; readonly variant: number } | undefined
}

/** The destination of one of several results. @param targets those of the output, possibly renumbered */
export function targetFor(
  { kind }: OperationOutput,
  targets: readonly OutputTarget[],
  { index, count, name, picture }: ResultPosition,
): OutputTarget {
  const target = targets[kind === 'each' ? (picture?.index ?? index) : 0]
  if (!target) throw new CliError('The server returned more pictures than it received.', EXIT.unexpected)
  if (kind === 'each') return picture?.variant ? numbered(target, picture.variant + 1) : target
  if (name !== undefined && target.kind === 'stem') return { ...target, suffix: `-${name}` }
  return count === 1 ? target : numbered(target, index + 1)
}

/** The file format according to the extension of `--out`. */
export function formatIn(out: string | undefined): string | undefined {
  if (out === undefined || !isOneFile(out)) return undefined
  const extension = extname(out).slice(1).toLowerCase()
  return extension === 'jpg' ? 'jpeg' : extension
}

/** @throws CliError if `--format` contradicts the extension of `--out` */
export function checkFormat({
  out,
  format,
  formatIsTyped,
}: {
  readonly out?: string
  readonly format?: unknown
  readonly formatIsTyped?: boolean
}): void {
  const inName = formatIn(out)
  if (formatIsTyped && inName !== undefined && inName !== format) {
    throw new CliError(`${out} and --format ${format} are different formats. Leave out one of them.`)
  }
}
