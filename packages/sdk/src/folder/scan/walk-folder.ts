import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemFile, isSystemFolder } from './system-folders.ts'

/** The contents of a folder tree. */
export interface Walk {
  /** Paths of the files relative to the folder, sorted. Hidden files and those of systems are left out. */
  readonly files: readonly string[]
  /** Folders of thumbnails, deleted files and snapshots, which were not entered. */
  readonly passed: readonly string[]
  /** Sentences that name the folders that could not be read, and the reason. */
  readonly unread: readonly string[]
}

/**
 * Lists the files below a folder. It follows symbolic links and enters each real folder once, so cycles end.
 *
 * @param depth how many levels of subfolders to enter
 * @param isNamed whether the caller names a folder of a system, which is entered then
 * @throws the system's error if the folder itself cannot be read.
 */
export async function walk(
  root: string,
  depth = Number.POSITIVE_INFINITY,
  isNamed: (folder: string) => boolean = () => false,
): Promise<Walk> {
  const files: string[] = []
  const passed: string[] = []
  const unread: string[] = []
  const entered = new Set<string>()

  async function enter(below: string, levels: number): Promise<void> {
    const folder = join(root, below)
    try {
      const real = await realpath(folder)
      if (entered.has(real)) return
      entered.add(real)
      const entries = await readdir(folder, { withFileTypes: true })
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (isSystemFile(entry.name)) continue
        const path = join(below, entry.name)
        const found = entry.isSymbolicLink() ? await stat(join(root, path)).catch(() => entry) : entry
        if (found.isFile()) files.push(path)
        else if (!found.isDirectory() || levels === 0) continue
        else if (isSystemFolder(entry.name) && !isNamed(entry.name)) passed.push(path)
        else await enter(path, levels - 1)
      }
    } catch (error) {
      if (below === '') throw error
      unread.push(`${folder} cannot be read: ${(error as Error).message}`)
    }
  }

  await enter('', depth)
  return { files: files.sort(), passed, unread }
}
