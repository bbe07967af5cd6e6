import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { type FolderSettings, invalid, type PhotoRequest } from '../enhance/folder-options.ts'
import type { Format } from '../folder-events.ts'
import { RESULTS_FOLDER, RESULTS_SUFFIX } from '../scan/photo-file-names.ts'
import type { FileSource, PhotoSource } from '../scan/photo-sources.ts'
import { sameName, uniqueStems } from './result-stems.ts'

/** Extensions a result can have: JPEG, or PNG where something is transparent. */
const RESULT_EXTENSIONS = ['.jpg', '.png', '.webp', '.avif'] as const

/** Where one format of a photo goes: a path whose extension the result decides, or an exact file. */
export type OutputTarget =
  | { readonly kind: 'stem'; readonly format: Format; readonly stem: string }
  | { readonly kind: 'file'; readonly format: Format; readonly path: string }

/** One photo and where all its results go. */
export interface PhotoItem {
  readonly name: string
  readonly source: PhotoSource
  readonly wish: PhotoRequest
  readonly targets: readonly OutputTarget[]
  /** The folder the user will look into, absolute. Its ledger tells about this photo. */
  readonly root: string
}

export interface OutputPlan {
  readonly items: readonly PhotoItem[]
  /** Every folder that is written to, absolute. */
  readonly folders: readonly string[]
  /** The folders the user will look into, absolute: one, unless inputs are scattered and no folder was named. */
  readonly roots: readonly string[]
  /** A sentence about inputs that are results. */
  readonly notes: readonly string[]
}

/** `root` is the folder the user will look into; `folder` is it, or below it. */
interface Rooted {
  readonly source: PhotoSource
  readonly folder: string
  readonly root: string
}

/**
 * Decides where every result goes. No two photos share a name, trees are mirrored, and no result can land on a photo
 * that is an input.
 *
 * @throws PlatelightError `invalid_input` when the destination cannot hold what was asked for.
 */
export function planOutputs(sources: readonly PhotoSource[], settings: FolderSettings): OutputPlan {
  if (settings.outFile !== undefined) return toOneFile(sources, settings, settings.outFile)
  const { naming } = settings
  const trees = new Set(sources.flatMap((each) => (each.kind === 'file' && each.through !== 'file' ? each.root : [])))
  const placed = sources.map((source) => outputFolderOf(source, trees.size > 1, settings))
  const stems = uniqueStems(placed)
  const items = placed.map(({ source, folder, root }, index): PhotoItem => {
    const wish = requestFor(source, settings)
    const targets = wish.formats.map((format): OutputTarget => {
      const name = naming({ file: source.name, stem: stems[index] ?? '', format })
      if (!name || name !== basename(name)) throw invalid(`naming gave ${JSON.stringify(name)}, which is no file name.`)
      return { kind: 'stem', format, stem: join(folder, name) }
    })
    return { name: source.name, source, root, wish, targets }
  })
  checkDistinct(items)
  const kept = withoutOwnResults(items, settings)
  return {
    items: kept,
    folders: distinct(kept.map(({ targets: [target] }) => (target?.kind === 'stem' ? dirname(target.stem) : ''))),
    roots: distinct(placed.map(({ root }) => root)),
    notes:
      kept.length < items.length ? [`${items.length - kept.length} left out: named like results of the others.`] : [],
  }
}

const requestFor = (source: PhotoSource, settings: FolderSettings): PhotoRequest =>
  settings.wishFor(source.name, source.kind === 'file' ? source.path : null)

function toOneFile(sources: readonly PhotoSource[], settings: FolderSettings, path: string): OutputPlan {
  const [source] = sources
  const wish = source ? requestFor(source, settings) : settings.wish
  const [format] = wish.formats
  if (sources.length !== 1 || wish.formats.length !== 1 || !source || !format) {
    throw invalid(`${basename(path)} holds one picture: give one photo and one format, or a folder for the results.`)
  }
  if (source.kind === 'file' && source.path === path) {
    throw invalid(`${source.name} is the photo itself; originals are never written over. Choose another place.`)
  }
  const { dir, name, ext } = parse(path)
  const isRight = wish.removeBackground ? /^\.png$/i : /^\.jpe?g$/i
  if (!isRight.test(ext)) {
    throw invalid(
      `The result is a ${wish.removeBackground ? `PNG: name it ${name}.png` : `JPEG: name it ${name}.jpg`}.`,
    )
  }
  const targets: OutputTarget[] = [{ kind: 'file', format, path }]
  const item: PhotoItem = { name: source.name, source, root: dir, wish, targets }
  return { items: [item], folders: [dir], roots: [path], notes: [] }
}

/** Photos of a folder go beside the folder, a photo named by itself into `enhanced/` beside it. */
function outputFolderOf(source: PhotoSource, manyTrees: boolean, { cwd, outDir }: FolderSettings): Rooted {
  if (source.kind !== 'file') {
    const root = outDir ?? resolve(cwd, RESULTS_FOLDER)
    return { source, folder: root, root }
  }
  const root = outDir ?? defaultRoot(source)
  if (source.through === 'file') return { source, folder: root, root }
  const below = relative(source.root, dirname(source.path))
  if (outDir === undefined || !manyTrees) return { source, folder: join(root, below), root }
  // Several trees in one place keep apart under their own names.
  return { source, folder: join(root, basename(source.root), below), root }
}

function defaultRoot({ root, through }: FileSource): string {
  if (through !== 'folder') return join(root, RESULTS_FOLDER)
  if (dirname(root) === root) throw invalid(`Nothing is beside ${root}: name a folder for the results.`)
  return `${root}${RESULTS_SUFFIX}`
}

/** Names given by the caller may clash where ours cannot. */
function checkDistinct(items: readonly PhotoItem[]): void {
  const taken = new Map<string, string>()
  for (const { name, targets } of items) {
    for (const path of targets.flatMap(possiblePaths)) {
      const other = taken.get(sameName(path))
      if (other !== undefined) throw invalid(`naming gives ${other} and ${name} the same result ${path}.`)
      taken.set(sameName(path), name)
    }
  }
}

/**
 * Where the input folder itself was named for the results, earlier ones lie among the photos. They are told apart
 * here: what another photo's result would be called is no input. With `overwrite` that guess could cost an original.
 */
function withoutOwnResults(items: readonly PhotoItem[], { onExisting }: FolderSettings): PhotoItem[] {
  const real = realFolders()
  const results = new Set(
    items.flatMap(({ targets }) => targets.flatMap(possiblePaths)).map((path) => sameName(real(path))),
  )
  const isResult = ({ source }: PhotoItem) => source.kind === 'file' && results.has(sameName(source.real))
  const clash = items.find(isResult)
  if (clash && onExisting === 'overwrite') {
    throw invalid(
      `${clash.name} has the name of another photo's result. Choose another folder for the results than the photos' own.`,
    )
  }
  return items.filter((item) => !isResult(item))
}

/** Sees through links in the folder of a path: a linked folder for results may be the photos' own. */
function realFolders(): (path: string) => string {
  const known = new Map<string, string>()
  const real = (folder: string): string => {
    const cached = known.get(folder)
    if (cached !== undefined) return cached
    const found = existsSync(folder) || dirname(folder) === folder
    const answer = found ? realpathSync(folder) : join(real(dirname(folder)), basename(folder))
    known.set(folder, answer)
    return answer
  }
  return (path) => join(real(dirname(path)), basename(path))
}

/** Every path a target may turn out to be. */
export const possiblePaths = (target: OutputTarget): string[] =>
  target.kind === 'file' ? [target.path] : RESULT_EXTENSIONS.map((extension) => `${target.stem}${extension}`)

/** Where it will be, unless something in the photo turns out to be transparent. */
export const likelyPath = (target: OutputTarget, isCutOut: boolean): string =>
  target.kind === 'file' ? target.path : `${target.stem}${isCutOut ? '.png' : '.jpg'}`

/** The one place that holds all results: the root, or where several roots meet. Null where there is none. */
export function commonRoot([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null
  let root = first
  while (!others.every((other) => other === root || other.startsWith(root.endsWith(sep) ? root : root + sep)))
    root = dirname(root)
  return root
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter(Boolean)
