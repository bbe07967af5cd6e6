import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { parseUrl } from '../../transport/sdk-url.ts'
import type { LeftOut } from '../folder-events.ts'
import { createResultCheck, ENHANCED_NAMES, type ResultNames } from './earlier-results.ts'
import { type FolderInput, invalidInput, type NamedBytes, type NamedFile } from './folder-input.ts'
import { matcherOf } from './glob-matcher.ts'
import { hasPhotoName } from './photo-file-names.ts'
import { walk } from './walk-folder.ts'

/** A photo on disk, found through one of the inputs. */
export interface FileSource {
  readonly kind: 'file'
  /** The input as the caller wrote it, joined with the path below it. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  /** `path` with symbolic links resolved. */
  readonly real: string
  /** The folder that the tree of results mirrors, absolute. */
  readonly root: string
  /** How it was found: given by itself, in a folder, or given with its own root, as the matches of a glob are. */
  readonly through: 'file' | 'folder' | 'root'
}

export interface UrlSource {
  readonly kind: 'url'
  readonly name: string
  readonly url: string
}

export interface BytesSource {
  readonly kind: 'bytes'
  readonly name: string
  readonly bytes: Uint8Array
}

export type PhotoSource = FileSource | UrlSource | BytesSource

/** Where to look for photos, and what to leave out. */
export interface ScanOptions {
  readonly cwd: string
  readonly recursive: boolean
  /** Takes only these files of a folder. Globs are relative to the folder. */
  readonly include: readonly string[]
  readonly ignore: readonly string[]
  /** The folder for results, absolute. Files below it are not photos, unless it is the input itself. */
  readonly outDir: string | undefined
  /** Recognises results of earlier runs. Default: results of an enhancement. */
  readonly resultNames?: ResultNames | undefined
}

export interface FoundPhotos {
  readonly sources: readonly PhotoSource[]
  /** The files that are no photos, as far as they were looked at. */
  readonly leftOut: readonly LeftOut[]
  /** How many photos were left out because they are in subfolders. */
  readonly deeper: number
  /** Sentences about what was left out. */
  readonly notes: readonly string[]
}

/**
 * Turns inputs into photos. A file that is found twice counts once. Hidden files and results of earlier runs are left out.
 *
 * @throws PlatelightError `input_missing` if an input does not exist, `invalid_input` if it is not valid.
 */
export async function findPhotos(
  input: FolderInput | readonly FolderInput[],
  options: ScanOptions,
): Promise<FoundPhotos> {
  const found = new Map<string, PhotoSource>()
  const notes: string[] = []
  const leftOut: LeftOut[] = []
  let deeper = 0
  for (const each of Array.isArray(input) ? (input as readonly FolderInput[]) : [input as FolderInput]) {
    const photos = await photosOf(each, options)
    notes.push(...photos.notes)
    leftOut.push(...photos.leftOut)
    deeper += photos.deeper
    for (const source of photos.sources) {
      // Several names of one file count as one photo.
      const identity = source.kind === 'file' ? source.real : `${source.kind}:${source.name}`
      if (source.kind === 'bytes' && found.has(identity)) throw invalidInput(`Two photos are named ${source.name}.`)
      if (!found.has(identity)) found.set(identity, source)
    }
  }
  return { sources: [...found.values()], leftOut, deeper, notes }
}

async function photosOf(input: FolderInput, options: ScanOptions): Promise<FoundPhotos> {
  if (input instanceof URL) return only({ kind: 'url', name: input.href, url: input.href })
  if (typeof input === 'string') {
    if (!/^https?:\/\//i.test(input)) return onDisk(input, options)
    if (!parseUrl(input)) throw invalidInput(`${input} is not an address.`)
    return only({ kind: 'url', name: input, url: input })
  }
  if (isBytes(input)) return only({ kind: 'bytes', ...input })
  const path = resolve(options.cwd, input.path)
  const through = input.root === undefined ? 'file' : 'root'
  const root = input.root === undefined ? dirname(path) : resolve(options.cwd, input.root)
  if (path !== root && !isBelow(path, root)) throw invalidInput(`${path} is not below ${root}.`)
  return only({ kind: 'file', name: input.name ?? input.path, path, real: await realOf(path), root, through })
}

const only = (source: PhotoSource): FoundPhotos => ({ sources: [source], leftOut: [], deeper: 0, notes: [] })

const isBytes = (input: NamedFile | NamedBytes): input is NamedBytes => 'bytes' in input

async function onDisk(typed: string, options: ScanOptions): Promise<FoundPhotos> {
  const path = resolve(options.cwd, typed)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return inFolder(typed, path, options)
  if (!found?.isFile()) throw new PlatelightError('input_missing', `There is no file or folder ${typed}.`)
  return only({ kind: 'file', name: typed, path, real: await realOf(path), root: dirname(path), through: 'file' })
}

async function inFolder(typed: string, root: string, options: ScanOptions): Promise<FoundPhotos> {
  const { recursive, include, ignore, outDir, resultNames = ENHANCED_NAMES } = options
  const { files, passed, unread } = await walk(root, Number.POSITIVE_INFINITY, namedIn(include)).catch(
    (error: Error) => {
      throw new PlatelightError('input_missing', `${typed} cannot be read: ${error.message}`, { cause: error })
    },
  )
  const [included, ignored] = await Promise.all([matcherOf(include), matcherOf(ignore)])
  const isResult = createResultCheck(root, resultNames)
  const isOut = isBelowOutDir(root, outDir)

  const wanted = files.filter((below) => (include.length === 0 || included(below)) && !ignored(below) && !isOut(below))
  const own = wanted.filter((below) => !isResult(below))
  const near = recursive ? own : own.filter((below) => !below.includes(sep))
  const { leftOutNotes, partPhotos } = await import('./left-out-files.ts')
  const { photos, leftOut } = await partPhotos(near, (below) => join(root, below))
  const named = leftOut.map(({ file, kind }) => ({ file: join(typed, file), kind }))
  // Files that are not asked for are not opened, so their names have to do.
  const deeper = own.filter(hasPhotoName).length - near.filter(hasPhotoName).length
  const results = wanted.filter(hasPhotoName).length - own.filter(hasPhotoName).length
  const unseen = photos.length === 0 && deeper === 0 ? own.length - near.length : 0
  const notes = [
    ...(deeper > 0
      ? [`${counted(deeper, 'photo')} in folders below ${typed} left out; recursive takes them too.`]
      : []),
    ...(unseen > 0
      ? [`${counted(unseen, 'file')} in folders below ${typed} not looked at; recursive looks there.`]
      : []),
    ...(results > 0 ? [`${counted(results, 'picture')} below ${typed} left out: results of an earlier run.`] : []),
    ...leftOutNotes(`in ${typed}`, named),
    ...passedNotes(typed, recursive ? passed : passed.filter((below) => !below.includes(sep))),
    ...unread,
  ]
  const sources = await Promise.all(
    photos.map(async (below): Promise<FileSource> => {
      const path = join(root, below)
      return { kind: 'file', name: join(typed, below), path, real: await realOf(path), root, through: 'folder' }
    }),
  )
  return { sources, leftOut: named, deeper, notes }
}

/** Says which folders of systems were passed over, with how many there are of each name. */
export function passedNotes(typed: string, passed: readonly string[]): string[] {
  if (passed.length === 0) return []
  const names = new Map<string, number>()
  for (const name of passed.map((below) => basename(below))) names.set(name, (names.get(name) ?? 0) + 1)
  const list = [...names].map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ')
  return [
    `${counted(passed.length, 'folder')} of thumbnails, deleted files or snapshots in ${typed} left out: ${list}. Name one to take its photos.`,
  ]
}

/** Whether globs name a folder literally. */
export const namedIn = (globs: readonly string[]): ((folder: string) => boolean) => {
  const parts = new Set(globs.flatMap((glob) => glob.toLowerCase().split('/')))
  return (folder) => parts.has(folder.toLowerCase())
}

/** Creates a check whether a file below `root` is in the folder for results. */
export const isBelowOutDir =
  (root: string, outDir: string | undefined) =>
  (below: string): boolean =>
    outDir !== undefined && outDir !== root && isBelow(join(root, below), outDir)

/** Falls back to `path` for a file that no longer exists. Reading it reports the error. */
const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
