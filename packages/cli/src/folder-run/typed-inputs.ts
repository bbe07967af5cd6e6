import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isGlob, photosMatching } from '@platelight/sdk/folder-engine'
import type { FolderInput, LeftOut } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { shellWords } from '../base/shell-words.ts'
import { createResultNames } from './result-names.ts'

export interface InputOptions {
  readonly cwd: string
  readonly ignore: readonly string[]
  /** The absolute path of `--out`. Matches of a glob below it are results. */
  readonly out: string | undefined
  readonly readStdin: () => Promise<Uint8Array>
}

export const isAddress = (typed: string): boolean => /^https?:\/\//i.test(typed)

/** The inputs of a folder run. What globs match beside photos is left out of them. */
export interface TypedInputs {
  readonly inputs: readonly FolderInput[]
  readonly leftOut: readonly LeftOut[]
  /** Sentences about what was left out. */
  readonly notes: readonly string[]
}

/**
 * Converts typed inputs to those of a folder run: a glob becomes the photos it matches, `-` becomes the bytes of standard
 * input, everything else stays unchanged. An existing file whose name looks like a glob is used as a file.
 *
 * @throws CliError if a glob matches no photo
 */
export async function typedInputs(typed: readonly string[], options: InputOptions): Promise<TypedInputs> {
  const { cwd, ignore, out: outDir, readStdin } = options
  const resultNames = createResultNames()
  const inputs: FolderInput[] = []
  const leftOut: LeftOut[] = []
  const notes: string[] = []
  for (const input of new Set(joinedBySpaces(typed, cwd, notes))) {
    if (input === '-') inputs.push({ bytes: await readStdin(), name: input })
    else if (isAddress(input) || existsSync(resolve(cwd, input)) || !(await isGlob(input))) inputs.push(input)
    else {
      const matches = await photosMatching(input, { cwd, ignore, outDir, resultNames })
      if (matches.photos.length === 0) {
        const reason = matches.leftOut.length > 0 ? `No photo matches ${input}.` : `Nothing matches ${input}.`
        throw new CliError([reason, ...matches.notes].join(' '), EXIT.usage, 'no_photos')
      }
      inputs.push(...matches.photos)
      leftOut.push(...matches.leftOut)
      notes.push(...matches.notes)
    }
  }
  return { inputs, leftOut, notes }
}

/**
 * Joins words that a shell split at the spaces of one path, because nobody quoted it. Only if the joined path exists, and
 * nothing of the name of its first word.
 */
function joinedBySpaces(typed: readonly string[], cwd: string, notes: string[]): string[] {
  const exists = (path: string) => existsSync(resolve(cwd, path))
  const inputs: string[] = []
  for (let from = 0; from < typed.length; ) {
    const word = typed[from] ?? ''
    const ends = exists(word) ? [] : typed.slice(from + 1).map((_, more) => from + more + 2)
    const end = ends.findLast((end) => exists(typed.slice(from, end).join(' '))) ?? from + 1
    const path = typed.slice(from, end).join(' ')
    if (end > from + 1) notes.push(`Taken as one path, because of its spaces: ${shellWords([path])}`)
    inputs.push(path)
    from = end
  }
  return inputs
}

/**
 * Says that there are no photos. It is an error if pictures were left out: whoever names a folder of raw files expects results.
 *
 * @throws CliError
 */
export function tellNoPhotos(
  typed: readonly string[],
  leftOut: readonly LeftOut[],
  note: (line: string) => void,
): void {
  const sentence = `No photos in ${typed.join(', ')}.`
  const isExpected = leftOut.every(({ kind }) => ['document', 'empty', 'other'].includes(kind))
  if (!isExpected) throw new CliError(sentence, EXIT.usage, 'no_photos')
  note(sentence)
}
