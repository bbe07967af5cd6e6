import { findPhotos, type PhotoSource } from '@platelight/sdk/folder-engine'
import { CliError } from '../base/cli-errors.ts'
import { toCliWording } from '../base/client-wording.ts'
import type { Context } from '../context/command-context.ts'
import { createResultNames } from './result-names.ts'
import { tellNoPhotos, typedInputs } from './typed-inputs.ts'

export interface ScanPhotosOptions {
  readonly recursive: boolean
  /** The absolute path of `--out`. Photos below it are results. */
  readonly out: string | undefined
  /** Whether the photo on standard input is read. A dry run leaves it there. */
  readonly readsStdin: boolean
}

/**
 * Finds the photos of the typed inputs: files, folders, globs, URLs, and `-` for standard input. Standard error names the
 * files that are left out.
 *
 * @throws CliError or PlatelightError for an input that does not exist
 */
export async function scanPhotos(
  typed: readonly string[],
  { recursive, out, readsStdin }: ScanPhotosOptions,
  { environment: { cwd, stdin }, note }: Pick<Context, 'environment' | 'note'>,
): Promise<readonly PhotoSource[]> {
  const readStdin = async () => (readsStdin ? Buffer.concat(await stdin.toArray()) : new Uint8Array())
  const typedOnes = await typedInputs(typed, { cwd, ignore: [], out, readStdin })
  const options = { cwd, recursive, include: [], ignore: [], outDir: out, resultNames: createResultNames() }
  const { sources, leftOut, deeper, notes } = await findPhotos(typedOnes.inputs, options)
  for (const sentence of [...typedOnes.notes, ...notes]) note(toCliWording(sentence))
  if (sources.length === 0 && deeper > 0) throw onlyBelow(typed, deeper)
  if (sources.length === 0) tellNoPhotos(typed, leftOut, note)
  return sources
}

/** The error for folders whose photos are all in subfolders. */
export const onlyBelow = (typed: readonly string[], photos: number): CliError =>
  new CliError(`No photos directly in ${typed.join(', ')}, ${photos} in subfolders. Add --recursive to include them.`)
