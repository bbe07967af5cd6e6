import type { Platelight } from '../../client/platelight.ts'
import type { FolderInput } from '../scan/folder-input.ts'
import { type EnhanceFolderOptions, readFolderOptions } from './folder-options.ts'
import type { FolderReport } from './folder-report.ts'
import { scanFolder } from './scan-folder.ts'

/**
 * Enhances a folder of photos, or a list of folders, files and addresses. The run is priced first, works on a few photos at
 * a time and slows down before the rate limit. It is safe to run again: finished photos are skipped without a call, paid
 * photos are fetched, and a killed run continues where it stopped. Photos are only read. Results are written completely or
 * not at all.
 *
 * A photo that fails is listed in `failed` and does not stop the others. The run stops if the credits are used up, the key
 * is refused, the disk is full or the server stays unreachable. `stopped` gives the reason, and the same call continues the
 * run later.
 *
 * @returns the outcome of each photo, even if the run stopped early.
 * @throws PlatelightError before anything is sent: `input_missing`, `invalid_input`, `output_unwritable`, `folder_locked`,
 *   `state_unreadable`, or any error of the price request.
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
  // Loaded here, because a plan or a price does not need it.
  const { runFolder } = await import('./run-folder.ts')
  return runFolder(client, scan, settings)
}
