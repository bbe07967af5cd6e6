import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { PhotoSource } from '../scan/photo-sources.ts'
import { type OutputTarget, possiblePaths } from './output-targets.ts'
import { sameName, uniqueStems } from './result-stems.ts'

/** A photo and the folder that its results go to, absolute. */
interface PhotoInFolder {
  readonly source: PhotoSource
  readonly folder: string
}

/** A photo and where each of its results goes. */
export type PlacedPhoto<P extends PhotoInFolder, T extends OutputTarget> = P & { readonly targets: readonly T[] }

export interface PlacedPhotos<P extends PhotoInFolder, T extends OutputTarget> {
  readonly photos: readonly PlacedPhoto<P, T>[]
  /** Photos that have the name of another one's result: they are results of an earlier run in the same folder. */
  readonly results: readonly PlacedPhoto<P, T>[]
}

/**
 * Decides where the results of each photo go, so that no two photos share a name.
 *
 * @param targetsOf the results of a photo, for a name that no other photo in its folder has
 */
export function placePhotos<P extends PhotoInFolder, T extends OutputTarget>(
  photos: readonly P[],
  targetsOf: (photo: P, stem: string) => readonly T[],
): PlacedPhotos<P, T> {
  const stems = uniqueStems(photos)
  const placed = photos.map((photo, index) => ({ ...photo, targets: targetsOf(photo, stems[index] ?? '') }))
  const resolved = createPathResolver()
  const paths = new Set(placed.flatMap(({ targets }) => pathsOf(targets)).map((path) => sameName(resolved(path))))
  const isResult = ({ source }: P) => source.kind === 'file' && paths.has(sameName(source.real))
  return { photos: placed.filter((photo) => !isResult(photo)), results: placed.filter(isResult) }
}

export const pathsOf = (targets: readonly OutputTarget[]): string[] => targets.flatMap(possiblePaths)

/** Every folder that these results are written to. */
export const foldersOf = (targets: readonly OutputTarget[]): string[] => [
  ...new Set(targets.map((target) => dirname(target.kind === 'file' ? target.path : target.stem))),
]

/** Whether a result at this path would replace the photo itself, under whichever name the photo was reached. */
export function isPhotoPath(source: PhotoSource, path: string): boolean {
  if (source.kind !== 'file') return false
  return [path, createPathResolver()(path)].some((name) =>
    [source.path, source.real].some((own) => sameName(own) === sameName(name)),
  )
}

/** Resolves links in the folder of a path: a linked folder for results may be the photos' own. */
function createPathResolver(): (path: string) => string {
  const known = new Map<string, string>()
  const resolveFolder = (folder: string): string => {
    const cached = known.get(folder)
    if (cached !== undefined) return cached
    const isThere = existsSync(folder) || dirname(folder) === folder
    const real = isThere ? realpathSync(folder) : join(resolveFolder(dirname(folder)), basename(folder))
    known.set(folder, real)
    return real
  }
  return (path) => join(resolveFolder(dirname(path)), basename(path))
}
