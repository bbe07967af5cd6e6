import { statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { CliError } from '../errors.ts'
import type { FileSource, Source } from './discover.ts'
import type { Format, OnExisting } from './events.ts'
import { type Placed, sameName, uniqueStems } from './names.ts'
import { RESULTS_FOLDER, RESULTS_SUFFIX } from './photo-files.ts'

/** Extensions a result can have: JPEG, or PNG where something is transparent. */
const RESULT_EXTENSIONS = ['.jpg', '.png', '.webp', '.avif'] as const

/** Where one format of a photo goes: a path whose extension the result decides, an exact file, or standard output. */
export type Target =
  | { readonly kind: 'stem'; readonly format: Format; readonly stem: string }
  | { readonly kind: 'file'; readonly format: Format; readonly path: string }
  | { readonly kind: 'stdout'; readonly format: Format }

/** One photo and where all its results go. */
export interface Item {
  readonly name: string
  readonly source: Source
  readonly targets: readonly Target[]
}

export interface Plan {
  readonly items: readonly Item[]
  /** Every folder that is written to, absolute. */
  readonly folders: readonly string[]
  /** The folders the user will look into, absolute: one, unless inputs are scattered and `--out` was not given. */
  readonly roots: readonly string[]
}

export interface PlanOptions {
  readonly cwd: string
  /** `--out` as typed. */
  readonly out: string | undefined
  readonly formats: readonly Format[]
  readonly removeBackground: boolean
  readonly onExisting: OnExisting
  readonly stdoutIsTerminal: boolean
}

/** `root` is the folder the user will look into; `folder` is it, or below it. */
type Rooted = Placed & { readonly root: string }

/**
 * Decides where every result goes. No two photos share a name, trees are mirrored, and no result can land on a photo
 * that is an input.
 *
 * @throws CliError when the destination cannot hold what was asked for.
 */
export function planRun(sources: readonly Source[], options: PlanOptions): Plan {
  const { out, formats } = options
  if (out === '-' || (out === undefined && sources.some(({ kind }) => kind === 'stdin'))) {
    return toStdout(sources, options)
  }
  if (out !== undefined && isPictureFile(resolve(options.cwd, out))) {
    return toOneFile(sources, options, resolve(options.cwd, out))
  }

  const placed = sources.map((source) => place(source, sources, options))
  const stems = uniqueStems(placed)
  const items = placed.map(({ source, folder }, index) => ({
    name: source.name,
    source,
    targets: formats.map(
      (format): Target => ({ kind: 'stem', format, stem: join(folder, `${stems[index]}-${format}`) }),
    ),
  }))
  const kept = withoutOwnResults(items, options)
  return { items: kept, folders: distinct(kept.map(folderOf)), roots: distinct(placed.map(({ root }) => root)) }
}

function toStdout(sources: readonly Source[], { formats, stdoutIsTerminal }: PlanOptions): Plan {
  const [source] = sources
  const [format] = formats
  if (sources.length !== 1 || formats.length !== 1 || !source || !format) {
    throw new CliError('Standard output holds one picture: give one photo and one format, such as --formats square.')
  }
  if (stdoutIsTerminal)
    throw new CliError('A picture would fill the terminal with noise: add --out FILE, or send it on with > or |.')
  return { items: [{ name: source.name, source, targets: [{ kind: 'stdout', format }] }], folders: [], roots: [] }
}

function toOneFile(sources: readonly Source[], { formats, removeBackground }: PlanOptions, path: string): Plan {
  const [source] = sources
  const [format] = formats
  if (sources.length !== 1 || formats.length !== 1 || !source || !format) {
    throw new CliError(`${basename(path)} holds one picture: give one photo and one format, or a folder as --out.`)
  }
  if (source.kind === 'file' && resolve(source.path) === path) {
    throw new CliError(`${source.name} is the photo itself; originals are never written over. Choose another --out.`)
  }
  const extension = extname(path).toLowerCase()
  if (removeBackground && extension !== '.png') {
    throw new CliError(`A photo without its background is a PNG: name it ${basename(path, extname(path))}.png.`)
  }
  if (!removeBackground && extension !== '.jpg' && extension !== '.jpeg') {
    throw new CliError(`Results are JPEG: name it ${basename(path, extname(path))}.jpg.`)
  }
  return {
    items: [{ name: source.name, source, targets: [{ kind: 'file', format, path }] }],
    folders: [dirname(path)],
    roots: [path],
  }
}

/** Photos of a folder go beside the folder, a photo named by itself into `enhanced/` beside it. */
function place(source: Source, all: readonly Source[], { cwd, out }: PlanOptions): Rooted {
  if (source.kind !== 'file') {
    const root = resolve(cwd, out ?? RESULTS_FOLDER)
    return { source, folder: root, root }
  }
  const { input, below } = source
  const root = out === undefined ? defaultRoot(source) : resolve(cwd, out)
  if (input.kind === 'file') return { source, folder: root, root }
  const mirrored = join(root, dirname(below))
  if (out === undefined || treesIn(all).size < 2) return { source, folder: mirrored, root }
  // Several trees in one place keep apart under their own names.
  return { source, folder: join(root, basename(input.root), dirname(below)), root }
}

const treesIn = (sources: readonly Source[]): Set<string> =>
  new Set(
    sources.flatMap((source) => (source.kind === 'file' && source.input.kind !== 'file' ? [source.input.root] : [])),
  )

function defaultRoot({ input }: FileSource): string {
  if (input.kind !== 'folder') return join(input.root, RESULTS_FOLDER)
  if (dirname(input.root) === input.root)
    throw new CliError(`There is no place beside ${input.root}: say where with --out.`)
  return `${input.root}${RESULTS_SUFFIX}`
}

/**
 * Where the user named the input folder itself as `--out`, earlier results lie among the photos. They are told apart
 * here: what another photo's result would be called is no input. With `overwrite` that guess could cost an original.
 */
function withoutOwnResults(items: readonly Item[], { onExisting }: PlanOptions): Item[] {
  const results = new Set(items.flatMap(({ targets }) => targets.flatMap(pathsOf)).map(sameName))
  const isResult = ({ source }: Item) => source.kind === 'file' && results.has(sameName(source.path))
  const clash = items.find(isResult)
  if (clash && onExisting === 'overwrite') {
    throw new CliError(
      `${clash.name} is among the photos, and has the name of another photo's result. Choose another --out than the photos' own folder.`,
    )
  }
  return items.filter((item) => !isResult(item))
}

/** Every path a target may turn out to be. */
export const pathsOf = (target: Target): string[] => {
  if (target.kind === 'stdout') return []
  return target.kind === 'file' ? [target.path] : RESULT_EXTENSIONS.map((extension) => `${target.stem}${extension}`)
}

/** The one place that holds all results: the root, or where several roots meet. Null where there is none. */
export function commonRoot(roots: readonly string[]): string | null {
  const [first, ...others] = roots
  if (first === undefined) return null
  let root = first
  while (!others.every((other) => other === root || other.startsWith(root.endsWith(sep) ? root : root + sep)))
    root = dirname(root)
  return root
}

const folderOf = ({ targets: [target] }: Item): string => (target?.kind === 'stem' ? dirname(target.stem) : '')

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)

/** A name like a picture's means one file, unless a folder has it already. */
const isPictureFile = (path: string): boolean =>
  /\.(jpe?g|png|webp|avif)$/i.test(path) && !statSync(path, { throwIfNoEntry: false })?.isDirectory()
