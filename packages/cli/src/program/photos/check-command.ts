import type { Command } from 'commander'
import type { CheckFlags } from '../../actions/photos/check-actions.ts'
import { repeated, wholeNumber } from '../../base/flag-values.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight check`. */
export function addCheck(program: Command, run: RunAction): void {
  const command = program
    .command('check')
    .description('show which photos a platform would refuse, why, and how to fix them; costs nothing, writes nothing')
    .argument('<photo...>', 'files, folders, globs, URLs, or - for standard input')
    .requiredOption(
      '--platform <id>',
      'a place such as ubereats.item; may be repeated; platelight platforms lists them',
      repeated,
    )
    .option('--concurrency <n>', 'photos processed at once', wholeNumber(1, 32), 4)
    .option('--recursive', 'include subfolders')
    .option('--warnings', 'also show accepted photos, warnings and rules that are not checked')
    .action((photos: string[], flags: CheckFlags) =>
      run(async (context) => (await import('../../actions/photos/check-actions.ts')).check(photos, flags, context)),
    )
  setExplanation(command, {
    examples: [
      ['platelight check ramen.jpg --platform ubereats.item', 'whether it would be accepted, and how to fix it'],
      ['platelight check menu/ --platform doordash.item --warnings', 'every photo of a folder, including warnings'],
    ],
  })
}
