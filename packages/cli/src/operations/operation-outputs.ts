import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { sameName, uniqueStems } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import type { Source } from '../enhance/discover-photos.ts'
import type { OnExisting } from '../reporting/run-events.ts'

/** Where a result goes: `stem` lacks only the extension, which the result decides, and one of `parts` where it has several. */
export type Place =
  | { readonly kind: 'stem'; readonly stem: string; readonly parts?: readonly string[] | undefined }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' }
  /** A result for each of the pictures that belong together, in their order. */
  | { readonly kind: 'each'; readonly places: readonly Place[] }

export interface Placing {
  readonly name: string
  /** A picture has a result for each of these. */
  readonly parts?: readonly string[] | undefined
  readonly cwd: string
  /** `--out` as typed. */
  readonly out: string | undefined
  readonly onExisting: OnExisting
  readonly stdoutIsTerminal: boolean
}

/** A source and where its result goes. */
export interface Placed {
  readonly source: Source
  readonly place: Place
}

const EXTENSIONS = ['.jpg', '.png', '.webp', '.avif'] as const
const PICTURE_FILE = /\.(jpe?g|png|webp|avif)$/i

/**
 * Places the result of each picture: `ramen-upscale.jpg` beside `ramen.jpg`, the pictures of a folder `menu/` in
 * `menu-upscale/`, all of them in `--out` where that is given. What an earlier run made is no picture to work on.
 *
 * @throws CliError where the destination cannot hold them, or is one of the pictures.
 */
export function placeAll(sources: readonly Source[], options: Placing): Placed[] {
  const { name, parts, cwd, out } = options
  const [first] = sources
  if (
    parts &&
    (out === '-' || (out === undefined && first?.kind === 'stdin') || (out !== undefined && isOneFile(out)))
  ) {
    throw new CliError(`${name} makes ${parts.length} files of a photo: give a folder as --out.`)
  }
  if (out === '-' || (out === undefined && first?.kind === 'stdin')) {
    const place = toStdout(sources.length, options)
    return sources.map((source) => ({ source, place }))
  }
  if (out !== undefined && isOneFile(out)) {
    const path = resolve(cwd, out)
    if (sources.length !== 1 || !first) {
      throw new CliError(`${basename(path)} holds one picture: give one photo, or a folder as --out.`)
    }
    if (first.kind === 'file' && sameName(first.path) === sameName(path)) {
      throw new CliError(`${first.name} is the photo itself; originals are never written over. Choose another --out.`)
    }
    return [{ source: first, place: { kind: 'file', path } }]
  }
  const homes = sources.map((source) => ({ source, folder: folderFor(source, options) }))
  const stems = uniqueStems(homes.map(({ source, folder }) => ({ source: named(source), folder })))
  const placed = homes.map(({ source, folder }, index) => {
    const place: Place = { kind: 'stem', stem: join(folder, `${stems[index]}-${name}`), ...(parts && { parts }) }
    return { source, place }
  })
  const results = new Set(placed.flatMap(({ place }) => pathsOf(place)).map(sameName))
  return placed.filter(({ source }) => source.kind !== 'file' || !results.has(sameName(source.path)))
}

/** Where the result of several pictures, or of words, goes: `compose.jpg` here or in `--out`. */
export function placeOne(options: Placing): Place {
  const { name, cwd, out } = options
  if (out === '-') return toStdout(1, options)
  if (out !== undefined && isOneFile(out)) return { kind: 'file', path: resolve(cwd, out) }
  return { kind: 'stem', stem: join(resolve(cwd, out ?? '.'), name) }
}

/** What came through standard input has no name of its own. */
const named = (source: Source) => (source.kind === 'stdin' ? ({ kind: 'bytes', name: source.name } as const) : source)

function toStdout(count: number, { stdoutIsTerminal }: Placing): Place {
  if (count !== 1) throw new CliError('Standard output holds one picture: give one photo, or a folder as --out.')
  if (stdoutIsTerminal) {
    throw new CliError('A picture would fill the terminal with noise: add --out FILE, or send it on with > or |.')
  }
  return { kind: 'stdout' }
}

function folderFor(source: Source, { name, cwd, out }: Placing): string {
  if (source.kind !== 'file') return resolve(cwd, out ?? '.')
  const { input, below, path } = source
  if (out !== undefined) return join(resolve(cwd, out), input.kind === 'folder' ? dirname(below) : '.')
  return input.kind === 'folder' ? join(`${input.root}-${name}`, dirname(below)) : dirname(path)
}

export const isOneFile = (out: string): boolean => PICTURE_FILE.test(out)

/** Every path a place may turn out to be. */
function pathsOf(place: Place): string[] {
  if (place.kind === 'stdout') return []
  if (place.kind === 'each') return place.places.flatMap(pathsOf)
  if (place.kind === 'file') return [place.path]
  return singles(place).flatMap(({ stem }) => EXTENSIONS.map((extension) => stem + extension))
}

type Stem = Extract<Place, { kind: 'stem' }>

/** The parts of a result, or the one it is. */
const singles = ({ stem, parts }: Stem): Stem[] =>
  parts?.map((part) => ({ kind: 'stem', stem: `${stem}-${part}` })) ?? [{ kind: 'stem', stem }]

/** The result that is there already, if there is one. What has several is there when all of them are. */
export function existingAt(place: Place): string | undefined {
  const several =
    place.kind === 'each' ? place.places : place.kind === 'stem' && place.parts ? singles(place) : undefined
  if (!several) return pathsOf(place).find((path) => existsSync(path))
  const there = several.map(existingAt)
  return there.includes(undefined) ? undefined : there[0]
}

/** The same place under the first number that nobody has. */
export function freePlace(place: Place): Place {
  for (let number = 1; ; number++) {
    const named = number === 1 ? place : numbered(place, number)
    if (!pathsOf(named).some((path) => existsSync(path))) return named
  }
}

/** The n-th picture of a result with several, or the one of that name. */
export function numbered(place: Place, number: number | string): Place {
  if (place.kind === 'stem') {
    const parts = typeof number === 'number' ? place.parts : undefined
    return { kind: 'stem', stem: `${place.stem}-${number}`, ...(parts && { parts }) }
  }
  if (place.kind === 'stdout') return place
  if (place.kind === 'each') return { kind: 'each', places: place.places.map((one) => numbered(one, number)) }
  const extension = extname(place.path)
  return { kind: 'file', path: `${place.path.slice(0, -extension.length)}-${number}${extension}` }
}

/** Folders that are written to. */
export const foldersOf = (places: readonly Place[]): string[] => [
  ...new Set(places.flatMap(pathsOf).map((path) => dirname(path))),
]

/** The file format that a name asks for. */
export function formatIn(out: string | undefined): string | undefined {
  if (out === undefined || !isOneFile(out)) return undefined
  const extension = extname(out).slice(1).toLowerCase()
  return extension === 'jpg' ? 'jpeg' : extension
}
