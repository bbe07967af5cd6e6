import type { Platelight } from '../../client/platelight.ts'
import type { FolderInput } from '../scan/folder-input.ts'
import { type EnhanceFolderOptions, readFolderOptions } from './folder-options.ts'
import type { FolderReport } from './folder-report.ts'
import { scanFolder } from './scan-folder.ts'

/**
 * Enhances a folder of photos, or a list of folders, files and addresses: priced first, a few at a time, slowing down
 * before the rate limit. Safe to run again: what is done is skipped without a call, what was paid for is fetched, and a
 * run that was killed goes on where it stopped. Photos are only read, results are there whole or not at all.
 *
 * A photo that fails is in `failed` and stops none of the others. Credits that end, a key that is refused, a disk that is
 * full or a server that stays away stop the run: `stopped` says why, and the same call goes on later.
 *
 * @returns the outcome of each photo, also when the run stopped before the last one.
 * @throws PlatelightError before anything is sent: `input_missing`, `invalid_input`, `output_unwritable`, `folder_locked`,
 *   `state_unreadable`; otherwise what asking for the price throws.
 *
 * @example
 * const report = await enhanceFolder(client, './menu', { outDir: './enhanced', maxCredits: 40 })
 * console.log(report.done.length, report.failed.map((f) => `${f.file}: ${f.error.code}`), report.stopped)
 */
export async function enhanceFolder(
  client: Platelight,
  input: FolderInput | readonly FolderInput[],
  options: EnhanceFolderOptions = {},
): Promise<FolderReport> {
  const settings = readFolderOptions(options)
  const scan = await scanFolder(input, settings, client.maxImageBytes, 'run')
  // The work is not loaded for a plan or a price.
  const { runFolder } = await import('./run-folder.ts')
  return runFolder(client, scan, settings)
}
