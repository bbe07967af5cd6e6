import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
import { CliError } from '../base/cli-errors.ts'
import { counted } from '../base/text-layout.ts'
import { createResultCheck, hasPhotoName, PHOTO_GLOB } from './photo-files.ts'

/** A photo on disk, found through one of the inputs. */
export interface FileSource {
  readonly kind: 'file'
  /** As the user would write it: the input, joined with the way below it. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly input: Input
  /** Way from the input's root to the file, in this system's separators. */
  readonly below: string
}

export interface UrlSource {
  readonly kind: 'url'
  readonly name: string
  readonly url: string
}

export interface StdinSource {
  readonly kind: 'stdin'
  readonly name: '-'
}

export type Source = FileSource | UrlSource | StdinSource

/** A file, folder or glob as given. `root` is the folder that the tree of results mirrors, absolute. */
export interface Input {
  readonly kind: 'file' | 'folder' | 'glob'
  readonly root: string
}

export interface DiscoverOptions {
  readonly cwd: string
  readonly recursive: boolean
  /** Only these, in folders; globs relative to the folder. */
  readonly include: readonly string[]
  readonly ignore: readonly string[]
  /** The folder of `--out`, absolute: photos below it are results, unless it is the input itself. */
  readonly out: string | undefined
}

export interface Discovery {
  readonly sources: readonly Source[]
  /** Sentences about what was left out, for standard error. */
  readonly notes: readonly string[]
}

/**
 * Turns what was typed into photos: files, folders, globs, addresses, and "-" for standard input. A file that is
 * reached twice counts once; hidden files and results of earlier runs do not count.
 *
 * @throws CliError for an input that leads nowhere.
 */
export async function discover(inputs: readonly string[], options: DiscoverOptions): Promise<Discovery> {
  const sources: Source[] = []
  const notes: string[] = []
  const seen = new Set<string>()
  const add = (source: Source) => {
    const identity = source.kind === 'file' ? realPath(source.path) : source.name
    if (seen.has(identity)) return
    seen.add(identity)
    sources.push(source)
  }

  for (const typed of inputs) {
    if (typed === '-') add({ kind: 'stdin', name: '-' })
    else if (isAddress(typed)) add(urlSource(typed))
    else {
      const found = await onDisk(typed, options)
      notes.push(...found.notes)
      for (const source of found.sources) add(source)
    }
  }
  return { sources, notes }
}

export const isAddress = (typed: string): boolean => /^https?:\/\//i.test(typed)

/** Two names of one file are one photo. A file that vanished meanwhile is told about when it is read. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function urlSource(typed: string): UrlSource {
  if (!URL.canParse(typed)) throw new CliError(`${typed} is not an address.`)
  return { kind: 'url', name: typed, url: typed }
}

async function onDisk(typed: string, options: DiscoverOptions): Promise<{ sources: FileSource[]; notes: string[] }> {
  const path = resolve(options.cwd, typed)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return inFolder(typed, path, options)
  if (stat) return { sources: [fileSource(typed, path, { kind: 'file', root: dirname(path) })], notes: [] }
  if (isDynamicPattern(typed)) return byGlob(typed, options)
  throw new CliError(`There is no file or folder ${typed}.`)
}

const fileSource = (name: string, path: string, input: Input): FileSource => ({
  kind: 'file',
  name,
  path,
  input,
  below: relative(input.root, path),
})

async function inFolder(typed: string, root: string, options: DiscoverOptions) {
  const { photos, results } = await photosBelow(root, options)
  const direct = photos.filter((path) => !path.includes(sep))
  const chosen = options.recursive ? photos : direct
  const left = photos.length - chosen.length
  const notes =
    left > 0 ? [`${counted(left, 'photo')} in folders below ${typed} left out; --recursive takes them too.`] : []
  if (results > 0) notes.push(`${counted(results, 'picture')} below ${typed} left out: results of an earlier run.`)
  if (chosen.length === 0 && left > 0) {
    throw new CliError(`No photos directly in ${typed}, ${left} in folders below it. Add --recursive to take them.`)
  }
  const input: Input = { kind: 'folder', root }
  return { sources: chosen.map((path) => fileSource(join(typed, path), join(root, path), input)), notes }
}

async function photosBelow(root: string, { include, ignore, out }: DiscoverOptions) {
  const common = {
    cwd: root,
    dot: false,
    caseSensitiveMatch: false,
    expandDirectories: false,
    ignore: ignore.flatMap(anywhere),
  }
  const found = await glob(`**/${PHOTO_GLOB}`, common)
  // Both globs must match, so the second is asked separately: a union would widen instead of narrow.
  const wanted = include.length > 0 ? new Set(await glob(include.flatMap(anywhere), common)) : null
  const paths = found
    .filter((path) => wanted?.has(path) ?? true)
    .map((path) => path.split('/').join(sep))
    .sort()
  const isResult = createResultCheck(root)
  const isOut = (path: string) => out !== undefined && out !== root && isBelow(join(root, path), out)
  const others = paths.filter((path) => !isOut(path))
  const photos = others.filter((path) => !isResult(path))
  return { photos, results: others.length - photos.length }
}

/** Results of earlier runs that lie in a folder or below it; ways relative to it. */
export async function resultsBelow(root: string): Promise<string[]> {
  const options = { cwd: root, dot: false, caseSensitiveMatch: false, expandDirectories: false }
  const isResult = createResultCheck(root)
  const found = await glob(`**/${PHOTO_GLOB}`, options)
  return found.map((path) => path.split('/').join(sep)).filter(isResult)
}

/** A bare name means that name wherever it is, and a folder's name all that is in it, as in a .gitignore. */
function anywhere(pattern: string): string[] {
  const bare = pattern.replace(/\/+$/, '')
  const placed = bare.includes('/') ? bare : `**/${bare}`
  return [placed, `${placed}/**`]
}

/** The photos a glob matches. @throws CliError where there are none. */
export async function byGlob(
  typed: string,
  options: Pick<DiscoverOptions, 'cwd' | 'ignore' | 'out'>,
): Promise<{ sources: FileSource[]; notes: string[] }> {
  const { base, pattern } = splitGlob(typed)
  const root = resolve(options.cwd, base)
  const found = await glob(pattern, {
    cwd: root,
    dot: false,
    caseSensitiveMatch: false,
    expandDirectories: false,
    ignore: options.ignore.flatMap(anywhere),
  })
  const isResult = createResultCheck(root)
  const paths = found
    .map((path) => path.split('/').join(sep))
    .filter((path) => hasPhotoName(path) && !isResult(path))
    .filter((path) => options.out === undefined || options.out === root || !isBelow(join(root, path), options.out))
    .sort()
  if (paths.length === 0) throw new CliError(`Nothing matches ${typed}.`)
  const input: Input = { kind: 'glob', root }
  return { sources: paths.map((path) => fileSource(join(base, path), join(root, path), input)), notes: [] }
}

/** Divides a glob where its first wildcard begins: results mirror the tree below the fixed part. */
function splitGlob(typed: string): { base: string; pattern: string } {
  const parts = (sep === '\\' ? typed.replaceAll('\\', '/') : typed).split('/')
  const first = parts.findIndex((part) => isDynamicPattern(part))
  const base = parts.slice(0, first).join('/')
  return { base: isAbsolute(typed) && base === '' ? '/' : base, pattern: parts.slice(first).join('/') }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
