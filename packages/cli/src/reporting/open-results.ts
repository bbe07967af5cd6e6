import { dirname } from 'node:path'
import { openFile } from '../base/open-file.ts'
import type { Context } from '../context/command-context.ts'
import { escapeControls, shortPath } from './run-wording.ts'

/**
 * `--open`: the result in the program for its kind, or the folder of the results.
 *
 * @param outputs absolute paths, or `-` for standard output
 * @param root the common folder of several. Default: that of the first
 */
export async function openResults(
  outputs: readonly { readonly path: string }[],
  root: string | undefined,
  { environment, note }: Context,
): Promise<void> {
  const [only] = outputs
  if (only === undefined || only.path === '-') return
  const path = outputs.length === 1 ? only.path : (root ?? dirname(only.path))
  if (!(await openFile(path)))
    note(`No program could be started to open ${escapeControls(shortPath(path, environment.cwd))}.`)
}
