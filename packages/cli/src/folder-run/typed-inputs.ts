import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isGlob, photosMatching } from '@platelight/sdk/folder-engine'
import type { FolderInput } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { createResultNames } from './result-names.ts'

export interface InputOptions {
  readonly cwd: string
  readonly ignore: readonly string[]
  /** The folder of `--out`, absolute: what a glob finds below it are results. */
  readonly out: string | undefined
  readonly readStdin: () => Promise<Uint8Array>
}

export const isAddress = (typed: string): boolean => /^https?:\/\//i.test(typed)

/**
 * What was typed, as a folder run takes it: a glob becomes the photos it matches, `-` the bytes of standard input, and
 * everything else stays as it is. A file whose name looks like a glob is that file.
 *
 * @throws CliError where a glob matches nothing.
 */
export async function typedInputs(typed: readonly string[], options: InputOptions): Promise<FolderInput[]> {
  const { cwd, ignore, out: outDir, readStdin } = options
  const resultNames = createResultNames()
  const inputs: FolderInput[] = []
  for (const one of new Set(typed)) {
    if (one === '-') inputs.push({ bytes: await readStdin(), name: one })
    else if (isAddress(one) || existsSync(resolve(cwd, one)) || !(await isGlob(one))) inputs.push(one)
    else {
      const photos = await photosMatching(one, { cwd, ignore, outDir, resultNames })
      if (photos.length === 0) throw new CliError(`Nothing matches ${one}.`)
      inputs.push(...photos)
    }
  }
  return inputs
}
