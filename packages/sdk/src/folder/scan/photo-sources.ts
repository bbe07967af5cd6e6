import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import {
  type FolderInput,
  type FolderSettings,
  invalid,
  type NamedBytes,
  type NamedFile,
} from '../enhance/folder-options.ts'
import { matcherOf } from './glob-matcher.ts'
import { createResultCheck, hasPhotoName } from './photo-file-names.ts'
import { walk } from './walk-folder.ts'

/** A photo on disk, found through one of the inputs. */
export interface FileSource {
  readonly kind: 'file'
  /** As the caller would write it: the input, joined with the way below it. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  /** The same without links. */
  readonly real: string
  /** The folder that the tree of results mirrors, absolute. */
  readonly root: string
  /** How it was reached: by itself, through a folder, or named with a root of its own, as a glob's matches are. */
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

export interface FoundPhotos {
  readonly sources: readonly PhotoSource[]
  /** Sentences about what was left out. */
  readonly notes: readonly string[]
}

/**
 * Turns inputs into photos. A file that is reached twice counts once; hidden files and results of earlier runs do not.
 *
 * @throws PlatelightError `input_missing` for an input that leads nowhere, `invalid_input` for what is none.
 */
export async function findPhotos(
  input: FolderInput | readonly FolderInput[],
  settings: Pick<FolderSettings, 'cwd' | 'recursive' | 'include' | 'ignore' | 'outDir'>,
): Promise<FoundPhotos> {
  const found = new Map<string, PhotoSource>()
  const notes: string[] = []
  for (const each of Array.isArray(input) ? (input as readonly FolderInput[]) : [input as FolderInput]) {
    const { sources, notes: more } = await sourcesOf(each, settings)
    notes.push(...more)
    for (const source of sources) {
      // Two names of one file are one photo.
      const identity = source.kind === 'file' ? source.real : `${source.kind}:${source.name}`
      if (source.kind === 'bytes' && found.has(identity)) throw invalid(`Two photos are named ${source.name}.`)
      if (!found.has(identity)) found.set(identity, source)
    }
  }
  return { sources: [...found.values()], notes }
}

async function sourcesOf(input: FolderInput, settings: Parameters<typeof findPhotos>[1]): Promise<FoundPhotos> {
  if (input instanceof URL) return only({ kind: 'url', name: input.href, url: input.href })
  if (typeof input === 'string') {
    if (!/^https?:\/\//i.test(input)) return onDisk(input, settings)
    if (!URL.canParse(input)) throw invalid(`${input} is not an address.`)
    return only({ kind: 'url', name: input, url: input })
  }
  if (isBytes(input)) return only({ kind: 'bytes', ...input })
  const path = resolve(settings.cwd, input.path)
  const through = input.root === undefined ? 'file' : 'root'
  const root = input.root === undefined ? dirname(path) : resolve(settings.cwd, input.root)
  if (path !== root && !isBelow(path, root)) throw invalid(`${path} is not below ${root}.`)
  return only({ kind: 'file', name: input.name ?? input.path, path, real: await realOf(path), root, through })
}

const only = (source: PhotoSource): FoundPhotos => ({ sources: [source], notes: [] })

const isBytes = (input: NamedFile | NamedBytes): input is NamedBytes => 'bytes' in input

async function onDisk(typed: string, settings: Parameters<typeof findPhotos>[1]): Promise<FoundPhotos> {
  const path = resolve(settings.cwd, typed)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return inFolder(typed, path, settings)
  if (!found?.isFile()) throw new PlatelightError('input_missing', `There is no file or folder ${typed}.`)
  return only({ kind: 'file', name: typed, path, real: await realOf(path), root: dirname(path), through: 'file' })
}

async function inFolder(
  typed: string,
  root: string,
  { recursive, include, ignore, outDir }: Parameters<typeof findPhotos>[1],
): Promise<FoundPhotos> {
  const { files, unread } = await walk(root).catch((error: Error) => {
    throw new PlatelightError('input_missing', `${typed} cannot be read: ${error.message}`, { cause: error })
  })
  const [included, ignored] = await Promise.all([matcherOf(include), matcherOf(ignore)])
  const isResult = createResultCheck(root)
  const isOut = (below: string) => outDir !== undefined && outDir !== root && isBelow(join(root, below), outDir)

  const wanted = files.filter(
    (below) => hasPhotoName(below) && (include.length === 0 || included(below)) && !ignored(below) && !isOut(below),
  )
  const photos = wanted.filter((below) => !isResult(below))
  const chosen = recursive ? photos : photos.filter((below) => !below.includes(sep))
  const [left, results] = [photos.length - chosen.length, wanted.length - photos.length]
  const notes = [
    ...(left > 0 ? [`${counted(left, 'photo')} in folders below ${typed} left out; recursive takes them too.`] : []),
    ...(results > 0 ? [`${counted(results, 'picture')} below ${typed} left out: results of an earlier run.`] : []),
    ...unread,
  ]
  const sources = await Promise.all(
    chosen.map(async (below): Promise<FileSource> => {
      const path = join(root, below)
      return { kind: 'file', name: join(typed, below), path, real: await realOf(path), root, through: 'folder' }
    }),
  )
  return { sources, notes }
}

/** A file that vanished meanwhile is told about when it is read. */
const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
