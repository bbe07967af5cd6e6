import { statSync } from 'node:fs'
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import type { Format } from '../folder-events.ts'
import type { OutputTarget } from '../outputs/output-targets.ts'
import { isPhotoPath, pathsOf, placePhotos } from '../outputs/place-photos.ts'
import { sameName } from '../outputs/result-stems.ts'
import { RESULTS_FOLDER, RESULTS_SUFFIX } from '../scan/earlier-results.ts'
import { invalidInput } from '../scan/folder-input.ts'
import type { FileSource, PhotoSource } from '../scan/photo-sources.ts'
import type { FolderSettings, PhotoRequest } from './folder-options.ts'

/** Where one format of a photo is written. */
export type FormatTarget = OutputTarget & { readonly format: Format }

/** The options of one request for a photo, and the targets of its results. */
export interface PhotoPart {
  readonly request: PhotoRequest
  readonly targets: readonly FormatTarget[]
}

/** One photo with everything that is made of it. */
export interface PhotoItem {
  readonly name: string
  readonly source: PhotoSource
  readonly parts: readonly PhotoPart[]
  /** The top folder of the results, absolute. Its ledger lists this photo. */
  readonly root: string
}

export interface PhotoItems {
  readonly items: readonly PhotoItem[]
  /** Every folder that the run writes to, absolute. */
  readonly folders: readonly string[]
  /** The top folders of the results, absolute. More than one only if inputs are scattered and no folder was named. */
  readonly roots: readonly string[]
  /** Sentences about inputs that were left out because they are results. */
  readonly notes: readonly string[]
}

/**
 * Decides where every result is written. Result names are unique, folder trees are mirrored, and no result overwrites an
 * input photo.
 *
 * @throws PlatelightError `invalid_input` when the destination cannot hold the results.
 */
export function planPhotoItems(sources: readonly PhotoSource[], settings: FolderSettings): PhotoItems {
  if (settings.outFile !== undefined) return toOneFile(sources, settings, settings.outFile)
  const { naming, onExisting } = settings
  const trees = new Set(sources.flatMap((each) => (each.kind === 'file' && each.through !== 'file' ? each.root : [])))
  const rooted = sources.map((source) => {
    const root = rootFor(source, settings)
    const folder = folderFor(source, root, trees.size > 1 && settings.outDir !== undefined)
    return { name: source.name, source, root, folder, requests: requestsFor(source, settings) }
  })
  const { photos, results } = placePhotos(rooted, ({ name: file, source, folder, requests }, stem) => {
    return requests.flatMap((request) =>
      request.formats.map((format): FormatTarget & { readonly request: PhotoRequest } => {
        const { platform } = request
        const name = naming({
          ...{ file, stem, platform, format: platform === undefined ? format : undefined },
          // Read only for names that have a date.
          get date() {
            return dayOf(source)
          },
        })
        if (!name || name !== basename(name))
          throw invalidInput(`naming gave ${JSON.stringify(name)}, which is not a file name.`)
        return { kind: 'stem', request, format, stem: join(folder, name) }
      }),
    )
  })
  checkDistinct([...photos, ...results])
  const own = results.find(({ source, targets }) => pathsOf(targets).some((path) => isPhotoPath(source, path)))
  if (own) {
    throw invalidInput(
      `naming gives the result of ${own.name} the name of the photo. Choose another folder for the results, or other names.`,
    )
  }
  const [clash] = results
  // If results go into the folder of the photos, a wrong guess here would overwrite an original.
  if (clash && onExisting === 'overwrite') {
    throw invalidInput(`${clash.name} has the name of another photo's result. Choose another folder for the results.`)
  }
  return {
    items: photos.map(({ requests, targets, ...photo }) => ({
      ...photo,
      parts: requests.map((request) => ({ request, targets: targets.filter((target) => target.request === request) })),
    })),
    folders: [...new Set(photos.map(({ folder }) => folder))],
    roots: [...new Set(rooted.map(({ root }) => root))],
    notes: results.length > 0 ? [`${results.length} left out: named like results of the others.`] : [],
  }
}

const requestsFor = (source: PhotoSource, settings: FolderSettings): readonly PhotoRequest[] =>
  settings.requestsFor(source.name, source.kind === 'file' ? source.path : null)

/** The day on which a photo's file was last changed, so that a repeated run finds the same name. */
export function dayOf(source: PhotoSource): string {
  const changed = source.kind === 'file' ? statSync(source.path, { throwIfNoEntry: false })?.mtime : undefined
  return (changed ?? new Date()).toLocaleDateString('en-CA')
}

function toOneFile(sources: readonly PhotoSource[], settings: FolderSettings, path: string): PhotoItems {
  const [source] = sources
  const [request, ...others] = source ? requestsFor(source, settings) : []
  const [format] = request?.formats ?? []
  const isOne = sources.length === 1 && others.length === 0 && request?.formats.length === 1
  if (!isOne || !source || !format || request.platform !== undefined) {
    throw invalidInput(
      `${basename(path)} holds one picture: give one photo and one format, or a folder for the results.`,
    )
  }
  if (source.kind === 'file' && (source.path === path || source.real === path)) {
    throw invalidInput(`${source.name} is the photo itself; originals are never overwritten.`)
  }
  const { dir, name, ext } = parse(path)
  const isRight = request.removeBackground ? /^\.png$/i : /^\.jpe?g$/i
  if (!isRight.test(ext)) {
    throw invalidInput(
      `The result is a ${request.removeBackground ? `PNG: name it ${name}.png` : `JPEG: name it ${name}.jpg`}.`,
    )
  }
  const parts: PhotoPart[] = [{ request, targets: [{ kind: 'file', format, path }] }]
  const item: PhotoItem = { name: source.name, source, root: dir, parts }
  return { items: [item], folders: [dir], roots: [path], notes: [] }
}

/** The top folder of the results: next to a folder of photos, or `enhanced/` next to a single photo. */
function rootFor(source: PhotoSource, { cwd, outDir }: FolderSettings): string {
  if (outDir !== undefined) return outDir
  return source.kind === 'file' ? defaultRoot(source) : resolve(cwd, RESULTS_FOLDER)
}

/** @param isTreeNamed whether each tree gets a subfolder with its own name, to separate several trees in one folder */
function folderFor(source: PhotoSource, root: string, isTreeNamed: boolean): string {
  if (source.kind !== 'file' || source.through === 'file') return root
  return join(root, isTreeNamed ? basename(source.root) : '', relative(source.root, dirname(source.path)))
}

function defaultRoot({ root, through }: FileSource): string {
  if (through !== 'folder') return join(root, RESULTS_FOLDER)
  if (dirname(root) === root) throw invalidInput(`${root} has no parent: name a folder for the results.`)
  return `${root}${RESULTS_SUFFIX}`
}

/** Default names are unique. Names from the caller's `naming` may clash. */
function checkDistinct(items: readonly { readonly name: string; readonly targets: readonly OutputTarget[] }[]): void {
  const taken = new Map<string, string>()
  for (const { name, targets } of items) {
    for (const path of pathsOf(targets)) {
      const other = taken.get(sameName(path))
      if (other !== undefined) throw invalidInput(`naming gives ${other} and ${name} the same result ${path}.`)
      taken.set(sameName(path), name)
    }
  }
}

/** The folder that contains all results: the root, or the common parent of several roots. Null if there is no root. */
export function commonRoot([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null
  let root = first
  while (!others.every((other) => other === root || other.startsWith(root.endsWith(sep) ? root : root + sep)))
    root = dirname(root)
  return root
}
