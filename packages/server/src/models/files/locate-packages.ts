import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WeightFile } from '../model-catalogue.ts'

/** Where `require(name)` would find a package, from the first of the files that finds it. */
export function resolvePackage(name: string, searchFrom: readonly string[]): string | undefined {
  for (const file of searchFrom) {
    try {
      return createRequire(file).resolve(name)
    } catch {
      // Not to be seen from there.
    }
  }
  return undefined
}

/**
 * How packages of weights are installed, where this server finds them. Their scripts fetch and build what nothing here uses,
 * and may fail at it.
 *
 * @param server a file of the server
 */
export const installCommand = (packages: readonly string[], server = fileURLToPath(import.meta.url)): string =>
  ['npm install', ...(isInstalledGlobally(server) ? ['--global'] : []), '--ignore-scripts', ...packages].join(' ')

/** Whether a file belongs to what `npm install --global` put there: its outermost node_modules stands in no project. */
function isInstalledGlobally(file: string): boolean {
  const [project, ...inside] = file.split(`${sep}node_modules${sep}`)
  return inside.length > 0 && !existsSync(join(project ?? '', 'package.json'))
}

/** The folder that paths of weights start from; packages do not export their own folder. */
export function packageFolder(name: string, searchFrom: readonly string[]): string | undefined {
  const main = resolvePackage(name, searchFrom)
  return main === undefined ? undefined : dirname(main)
}

/**
 * The files on disk that, one after the other, are one file of weights.
 *
 * @throws Error when a list of parts cannot be read
 */
export async function partsOf(folder: string, { path, entry }: WeightFile): Promise<string[]> {
  const file = join(folder, path)
  if (entry === undefined) return [file]
  const index = JSON.parse(await readFile(file, 'utf8')) as Record<string, { chunks?: { hash?: unknown }[] }>
  const parts = (index[entry]?.chunks ?? []).map(({ hash }) => String(hash))
  // A name, never a way out of the folder.
  if (parts.length === 0 || !parts.every((part) => /^[0-9a-f]+$/.test(part)))
    throw new Error(`${path} lists no ${entry}`)
  return parts.map((part) => join(dirname(file), part))
}
