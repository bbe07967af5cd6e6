import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WeightFile } from '../model-catalogue.ts'

/** The path that `require.resolve(name)` returns from the first of these files that finds the package. */
export function resolvePackage(name: string, searchFrom: readonly string[]): string | undefined {
  for (const file of searchFrom) {
    try {
      return createRequire(file).resolve(name)
    } catch {
      // It cannot be resolved from there.
    }
  }
  return undefined
}

/**
 * The command that installs packages of weights where this server finds them. It skips their scripts, which fetch and build
 * things that are not used here, and may fail.
 *
 * @param server a file of the server
 */
export const installCommand = (packages: readonly string[], server = fileURLToPath(import.meta.url)): string =>
  ['npm install', ...(isInstalledGlobally(server) ? ['--global'] : []), '--ignore-scripts', ...packages].join(' ')

/** Whether `npm install --global` installed a file: its outermost node_modules is in no project. */
function isInstalledGlobally(file: string): boolean {
  const [project, ...inside] = file.split(`${sep}node_modules${sep}`)
  return inside.length > 0 && !existsSync(join(project ?? '', 'package.json'))
}

/** The folder that the paths of weights are relative to. Packages do not export their own folder. */
export function packageFolder(name: string, searchFrom: readonly string[]): string | undefined {
  const main = resolvePackage(name, searchFrom)
  return main === undefined ? undefined : dirname(main)
}

/**
 * The files on disk that make up one file of weights, in their order.
 *
 * @throws Error when a list of parts cannot be read
 */
export async function partsOf(folder: string, { path, entry }: WeightFile): Promise<string[]> {
  const file = join(folder, path)
  if (entry === undefined) return [file]
  const index = JSON.parse(await readFile(file, 'utf8')) as Record<string, { chunks?: { hash?: unknown }[] }>
  const parts = (index[entry]?.chunks ?? []).map(({ hash }) => String(hash))
  // Only names are allowed, so that no path leads out of the folder.
  if (parts.length === 0 || !parts.every((part) => /^[0-9a-f]+$/.test(part)))
    throw new Error(`${path} lists no ${entry}`)
  return parts.map((part) => join(dirname(file), part))
}
