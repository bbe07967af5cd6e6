import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * The paths of the files in a folder and in all folders below it; none when there is no such folder. A folder that is removed
 * in the meantime counts as empty by itself. `readdir` with `recursive` would fail as a whole.
 */
export async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(whenGone)
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return pathsIn(path)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(paths)).flat()
}

const whenGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** The names of these files. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await pathsIn(folder)).map((path) => basename(path))
