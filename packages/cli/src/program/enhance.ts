import { type Command, Option } from 'commander'
import type { EnhanceFlags } from '../commands/enhance.ts'
import { ON_EXISTING } from '../enhance/events.ts'
import { creditAmount, formats, repeated, wholeNumber } from '../flags.ts'
import type { Run } from './run.ts'

/** `platelight enhance`, and what belongs to it. */
export function addEnhance(program: Command, run: Run): void {
  program
    .command('enhance')
    .description('enhance photos: files, folders, globs, addresses, or - for standard input')
    .argument('<photo...>', 'what to enhance')
    .option('-o, --out <path>', 'folder for the results, a .jpg for one picture, or - for standard output')
    .option('--preset <id>', 'what the photos are for; platelight presets lists them', 'balanced')
    .option('--formats <names>', 'crops: square, portrait, landscape, original', formats, [
      'square',
      'portrait',
      'landscape',
    ])
    .option('--remove-background', 'put the dish on a transparent background (PNG)')
    .option('--no-upscale', 'keep the size instead of going to 4K')
    .option('--concurrency <n>', 'photos at a time', wholeNumber(1, 32), 4)
    .option('--recursive', 'take folders below a folder too')
    .option('--include <glob>', 'in folders, only what matches; may be repeated', repeated)
    .option('--ignore <glob>', 'leave out what matches; may be repeated', repeated)
    .addOption(
      new Option('--on-existing <what>', 'when a result is there already').choices(ON_EXISTING).default('skip'),
    )
    .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
    .option('--manifest <file>', 'write a JSON report of the run')
    .action((photos: string[], flags: EnhanceFlags) =>
      run(async (context) => (await import('../commands/enhance.ts')).enhance(photos, flags, context)),
    )
}
