import { readdir } from 'node:fs/promises'

/** The names of the files in a folder and in all folders below it; empty when there is no such folder. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
