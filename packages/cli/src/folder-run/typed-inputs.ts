import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isGlob, photosMatching } from '@platelight/sdk/folder-engine'
import type { FolderInput } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { createResultNames } from './result-names.ts'

export interface InputOptions {
  readonly cwd: string
  readonly ignore: readonly string[]
  /** The absolute path of `--out`. Matches of a glob below it are results. */
  readonly out: string | undefined
  readonly readStdin: () => Promise<Uint8Array>
}

export const isAddress = (typed: string): boolean => /^https?:\/\//i.test(typed)

/**
 * Converts typed inputs to those of a folder run: a glob becomes the photos it matches, `-` becomes the bytes of standard
 * input, everything else stays unchanged. An existing file whose name looks like a glob is used as a file.
 *
 * @throws CliError if a glob matches nothing
 */
export async function typedInputs(typed: readonly string[], options: InputOptions): Promise<FolderInput[]> {
  const { cwd, ignore, out: outDir, readStdin } = options
  const resultNames = createResultNames()
  const inputs: FolderInput[] = []
  for (const input of new Set(typed)) {
    if (input === '-') inputs.push({ bytes: await readStdin(), name: input })
    else if (isAddress(input) || existsSync(resolve(cwd, input)) || !(await isGlob(input))) inputs.push(input)
    else {
      const photos = await photosMatching(input, { cwd, ignore, outDir, resultNames })
      if (photos.length === 0) throw new CliError(`Nothing matches ${input}.`)
      inputs.push(...photos)
    }
  }
  return inputs
}
