import { readdirSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'

/** Extensions of what the server can read. A single named file may have any other: content decides there. */
const EXTENSIONS = ['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'tif', 'tiff', 'gif'] as const

/** A glob for photos directly in a folder; to be matched without regard to case. */
export const PHOTO_GLOB = `*.{${EXTENSIONS.join(',')}}`

const NAMES = new Set<string>(EXTENSIONS)

export const hasPhotoName = (path: string): boolean => NAMES.has(extname(path).slice(1).toLowerCase())

/** Where results of photos named one by one go: a folder of this name beside them. */
const RESULTS_FOLDER = 'enhanced'

/** Where results of a folder go: beside it, under its name with this added. */
const RESULTS_SUFFIX = '-enhanced'

/**
 * Tells whether a file found below a folder is a result of an earlier run, by the two default names:
 * `enhanced/`, and `menu-enhanced/` where `menu/` is beside it. Anything else is somebody's photo.
 *
 * @param path relative to `root`, which itself was named by the user and is never a result
 */
export function createResultCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>()
  const isResults = (folder: string): boolean => {
    if (folder === '' || folder === '.') return false
    const cached = known.get(folder)
    if (cached !== undefined) return cached
    const answer = isResults(parentOf(folder)) || namesResults(root, folder)
    known.set(folder, answer)
    return answer
  }
  return (path) => isResults(parentOf(path))
}

const parentOf = (path: string): string => (path.includes(sep) ? dirname(path) : '')

function namesResults(root: string, folder: string): boolean {
  const name = basename(folder)
  if (name === RESULTS_FOLDER) return true
  if (!name.endsWith(RESULTS_SUFFIX)) return false
  const origin = name.slice(0, -RESULTS_SUFFIX.length)
  return foldersIn(dirname(join(root, folder))).includes(origin)
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
