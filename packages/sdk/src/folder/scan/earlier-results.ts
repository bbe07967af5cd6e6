import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** The folder for results of photos that are named one by one, beside them. */
export const RESULTS_FOLDER = 'enhanced'

/** Results of a folder go beside it, under its name with this added. */
export const RESULTS_SUFFIX = '-enhanced'

/** Knows results of earlier runs by their names. `parent` is absolute. */
export interface ResultNames {
  /** Whether all that lies in this folder are results. */
  isFolder(parent: string, name: string): boolean
  isFile(parent: string, name: string): boolean
}

/** An option of folder runs that is not public: the command line knows the results of all its commands. */
export interface ResultNamesOption {
  readonly resultNames?: ResultNames
}

/** The default names of an enhancement: `enhanced/`, and `menu-enhanced/` where `menu/` is beside it. */
export const ENHANCED_NAMES: ResultNames = {
  isFolder(parent, name) {
    if (name === RESULTS_FOLDER) return true
    return name.endsWith(RESULTS_SUFFIX) && foldersIn(parent).includes(name.slice(0, -RESULTS_SUFFIX.length))
  },
  isFile: () => false,
}

/**
 * Tells whether a file below a folder is a result of an earlier run. Anything else is somebody's photo.
 *
 * @param root a folder that the caller named, and that is never a result itself
 */
export function createResultCheck(root: string, names: ResultNames): (below: string) => boolean {
  const known = new Map<string, boolean>()
  const isResults = (folder: string): boolean => {
    if (folder === '' || folder === '.') return false
    const answer =
      known.get(folder) ??
      (isResults(parentOf(folder)) || names.isFolder(dirname(join(root, folder)), basename(folder)))
    known.set(folder, answer)
    return answer
  }
  return (below) => isResults(parentOf(below)) || names.isFile(dirname(join(root, below)), basename(below))
}

const parentOf = (path: string): string => (path.includes(sep) ? dirname(path) : '')

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  } catch {
    return []
  }
}
