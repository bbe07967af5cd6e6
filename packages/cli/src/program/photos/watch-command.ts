import type { Command } from 'commander'
import type { WatchFlags } from '../../actions/photos/watch-folder-actions.ts'
import { creditAmount, seconds, wholeNumber } from '../../base/flag-values.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'
import { addTask, flagsOf } from './enhance-command.ts'

/** `platelight watch`. */
export function addWatch(program: Command, run: RunAction): void {
  const watch = program
    .command('watch')
    .summary('enhance what is put into a folder, for as long as it runs')
    .description(
      [
        'Enhance what is put into a folder: for a tablet in the kitchen, or a network drive. A photo that is still being copied is',
        'waited for, and so is a drive or a server that is away. Results have the names that `enhance` gives them.',
      ].join(' '),
    )
  addTask(watch, ['<folder>', 'the folder into which photos are put'])
    .option('--concurrency <n>', 'photos processed at once', wholeNumber(1, 32), 4)
    .option('--max-credits-per-day <n>', 'stop for the day before it costs more', creditAmount)
    .option('--every <seconds>', 'time between two looks at the folder', seconds, 5)
    .option('--manifest <file>', 'write a JSON report of the folder after each run')
    .action((folder: string) =>
      run(async (context) => {
        const command = await import('../../actions/photos/watch-folder-actions.ts')
        return command.watch(folder, await flagsOf<WatchFlags>(watch, [folder], context), context)
      }),
    )
  setExplanation(watch, {
    examples: [
      ['platelight watch menu/ --out done/', 'every photo that comes into menu/, into done/'],
      ['platelight watch menu/ --recursive --max-credits-per-day 50', 'subfolders too, for at most 50 credits a day'],
    ],
  })
}
