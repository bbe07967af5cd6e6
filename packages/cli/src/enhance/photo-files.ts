import { basename, dirname, extname, join, sep } from 'node:path'
import { createResultNames } from './result-names.ts'

/** Extensions of what the server can read. A single named file may have any other: content decides there. */
const EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'tif', 'tiff', 'gif'] as const

/** A glob for photos directly in a folder; to be matched without regard to case. */
export const PHOTO_GLOB = `*.{${EXTENSIONS.join(',')}}`

const NAMES = new Set<string>(EXTENSIONS)

export const hasPhotoName = (path: string): boolean => NAMES.has(extname(path).slice(1).toLowerCase())

/**
 * Tells whether a file found below a folder is a result of an earlier run, by its default name or that of a folder it
 * lies in. Anything else is somebody's photo.
 *
 * @param path relative to `root`, which itself was named by the user and is never a result
 */
export function createResultCheck(root: string): (path: string) => boolean {
  const names = createResultNames()
  const known = new Map<string, boolean>()
  const isResults = (folder: string): boolean => {
    if (folder === '' || folder === '.') return false
    const answer =
      known.get(folder) ??
      (isResults(parentOf(folder)) || names.isFolder(dirname(join(root, folder)), basename(folder)))
    known.set(folder, answer)
    return answer
  }
  return (path) => isResults(parentOf(path)) || names.isFile(dirname(join(root, path)), basename(path))
}

const parentOf = (path: string): string => (path.includes(sep) ? dirname(path) : '')
