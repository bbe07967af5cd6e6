import { existsSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { FolderInput } from '@platelight/sdk/node'
import { escapePath, isDynamicPattern } from 'tinyglobby'
import { byGlob, isAddress, resultsBelow } from './discover-photos.ts'

export interface InputOptions {
  readonly cwd: string
  readonly ignore: readonly string[]
  /** The folder of `--out`, absolute: what a glob finds below it are results. */
  readonly out: string | undefined
  readonly readStdin: () => Promise<Uint8Array>
}

/**
 * What was typed, as a folder run takes it: a glob becomes the photos it matches, `-` the bytes of standard input, and
 * everything else stays as it is. A file whose name looks like a glob is that file.
 *
 * @throws CliError where a glob matches nothing.
 */
export async function inputsOf(typed: readonly string[], options: InputOptions): Promise<FolderInput[]> {
  const inputs: FolderInput[] = []
  for (const one of new Set(typed)) {
    if (one === '-') inputs.push({ bytes: await options.readStdin(), name: one })
    else if (isAddress(one) || existsSync(resolve(options.cwd, one)) || !isDynamicPattern(one)) inputs.push(one)
    else {
      const { sources } = await byGlob(one, options)
      inputs.push(...sources.map(({ path, name, input }) => ({ path, name, root: input.root })))
    }
  }
  return inputs
}

/**
 * What the other commands made in the folders that were typed, as globs for `ignore`: a folder run knows its own results
 * and not theirs.
 */
export async function resultsAmong(typed: readonly string[], cwd: string): Promise<string[]> {
  const folders = new Set(typed.filter((one) => !isAddress(one)).map((one) => resolve(cwd, one)))
  const found: string[] = []
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) found.push(...(await resultsBelow(folder)))
  }
  return [...new Set(found)].map((path) => escapePath(path.split(sep).join('/')))
}
