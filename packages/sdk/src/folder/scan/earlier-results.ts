import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** The results folder next to photos that are given one by one. */
export const RESULTS_FOLDER = 'enhanced'

/** The results of a folder go next to it, into a folder with its name and this suffix. */
export const RESULTS_SUFFIX = '-enhanced'

/** Recognises results of earlier runs by their names. `parent` is absolute. */
export interface ResultNames {
  /** Whether this folder contains only results. */
  isFolder(parent: string, name: string): boolean
  isFile(parent: string, name: string): boolean
}

/** A private option of folder runs. The command line uses it to recognise the results of all its commands. */
export interface ResultNamesOption {
  readonly resultNames?: ResultNames
}

/** The default names of an enhancement: `enhanced/`, and `menu-enhanced/` next to `menu/`. */
export const ENHANCED_NAMES: ResultNames = {
  isFolder(parent, name) {
    if (name === RESULTS_FOLDER) return true
    return name.endsWith(RESULTS_SUFFIX) && foldersIn(parent).includes(name.slice(0, -RESULTS_SUFFIX.length))
  },
  isFile: () => false,
}

/**
 * Creates a check whether a file below a folder is a result of an earlier run.
 *
 * @param root the folder that the caller named. It never counts as a result itself.
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
