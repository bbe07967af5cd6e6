import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** Extensions of what the server can read. A photo named by itself may have any other: content decides there. */
const PHOTO_NAME = /.\.(jpe?g|png|webp|hei[cf]|avif|tiff?|gif)$/is

export const hasPhotoName = (path: string): boolean => PHOTO_NAME.test(basename(path))

/** Where results of photos named one by one go: a folder of this name beside them. */
export const RESULTS_FOLDER = 'enhanced'

/** Where results of a folder go: beside it, under its name with this added. */
export const RESULTS_SUFFIX = '-enhanced'

/**
 * Tells whether a file found below a folder is a result of an earlier run, by the two default names:
 * `enhanced/`, and `menu-enhanced/` where `menu/` is beside it. Anything else is somebody's photo.
 *
 * @param root a folder that was named, and itself is never a result
 */
export function createResultCheck(root: string): (below: string) => boolean {
  const known = new Map<string, boolean>()
  const isResults = (folder: string): boolean => {
    if (folder === '' || folder === '.') return false
    const answer = known.get(folder) ?? (isResults(parentOf(folder)) || namesResults(root, folder))
    known.set(folder, answer)
    return answer
  }
  return (below) => isResults(parentOf(below))
}

const parentOf = (path: string): string => (path.includes(sep) ? dirname(path) : '')

function namesResults(root: string, folder: string): boolean {
  const name = basename(folder)
  if (name === RESULTS_FOLDER) return true
  if (!name.endsWith(RESULTS_SUFFIX)) return false
  return foldersIn(dirname(join(root, folder))).includes(name.slice(0, -RESULTS_SUFFIX.length))
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  } catch {
    return []
  }
}
