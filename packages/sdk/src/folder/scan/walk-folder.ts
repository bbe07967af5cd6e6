import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What lies below a folder. */
export interface Walk {
  /** Files with their way below the folder, sorted; hidden ones are left out. */
  readonly files: readonly string[]
  /** Folders that could not be read, with the reason. */
  readonly unread: readonly string[]
}

/**
 * Lists the files below a folder. Links are followed, each real folder is entered once, so circles end.
 *
 * @throws what the system says when the folder itself cannot be read.
 */
export async function walk(root: string): Promise<Walk> {
  const files: string[] = []
  const unread: string[] = []
  const entered = new Set<string>()

  async function enter(below: string): Promise<void> {
    const folder = join(root, below)
    try {
      const real = await realpath(folder)
      if (entered.has(real)) return
      entered.add(real)
      const entries = await readdir(folder, { withFileTypes: true })
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.name.startsWith('.')) continue
        const path = join(below, entry.name)
        const found = entry.isSymbolicLink() ? await stat(join(root, path)).catch(() => entry) : entry
        if (found.isDirectory()) await enter(path)
        else if (found.isFile()) files.push(path)
      }
    } catch (error) {
      if (below === '') throw error
      unread.push(`${folder} cannot be read: ${(error as Error).message}`)
    }
  }

  await enter('')
  return { files: files.sort(), unread }
}
