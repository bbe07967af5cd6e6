import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { PhotoSource } from '../scan/photo-sources.ts'
import { type OutputTarget, possiblePaths } from './output-targets.ts'
import { sameName, uniqueStems } from './result-stems.ts'

/** A photo and the absolute folder of its results. */
interface PhotoInFolder {
  readonly source: PhotoSource
  readonly folder: string
}

/** A photo and the target of each of its results. */
export type PlacedPhoto<P extends PhotoInFolder, T extends OutputTarget> = P & { readonly targets: readonly T[] }

export interface PlacedPhotos<P extends PhotoInFolder, T extends OutputTarget> {
  readonly photos: readonly PlacedPhoto<P, T>[]
  /** Photos with the path of another photo's result. They are results of an earlier run in the same folder. */
  readonly results: readonly PlacedPhoto<P, T>[]
}

/**
 * Decides where the results of each photo are written, so that no two photos share a name.
 *
 * @param targetsOf gives the targets of a photo from a stem that is unique in its folder
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

/** Every folder that these targets are written to. */
export const foldersOf = (targets: readonly OutputTarget[]): string[] => [
  ...new Set(targets.map((target) => dirname(target.kind === 'file' ? target.path : target.stem))),
]

/** Whether a result at this path would overwrite the photo itself, also through a symbolic link. */
export function isPhotoPath(source: PhotoSource, path: string): boolean {
  if (source.kind !== 'file') return false
  return [path, createPathResolver()(path)].some((name) =>
    [source.path, source.real].some((own) => sameName(own) === sameName(name)),
  )
}

/** Resolves symbolic links in the folder of a path, because a linked results folder may be the folder of the photos. */
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
