import { type Command, InvalidArgumentError, Option } from 'commander'
import { creditAmount, namesOf, wholeNumber } from '../../base/flag-values.ts'
import { ON_EXISTING } from '../../base/on-existing.ts'
import { type ProcessFlags, STEPS } from '../../batches/process-order.ts'
import { PICTURE_FORMATS } from '../../generated/cli-enums.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'
import { typedOf } from './enhance-command.ts'
import { addRecipe } from './recipe-command.ts'
import { addSubject } from './subject-options.ts'

/** `platelight process`. */
export function addProcess(program: Command, run: RunAction): void {
  const command = program
    .command('process')
    .summary('apply several steps to photos, as one batch on the server')
    .description(
      [
        'Apply several steps to photos, as one batch on the server. It costs as much as the single steps,',
        'whose help states the price; a photo that fails costs nothing. Up to 100 photos are one batch;',
        'more photos are sent as several batches. The steps use their defaults, and remove-background and relight look for the dish where --subject-box, --subject-point or --subject-strokes says; to change other settings, use the single commands.',
      ].join(' '),
    )
    .argument('<photo...>', 'files, folders, globs, URLs, or - for standard input')
    .addOption(new Option('--do <steps>', `what to do, in this order: ${STEPS.join(', ')}`).argParser(namesOf(STEPS)))
    .option('--scale <n>', 'how many times larger, for the step upscale: 2 or 4 (default: 2)', scale)
    .addOption(
      new Option('--format <what>', 'file format of the results (default: JPEG, or PNG with transparency)').choices(
        PICTURE_FORMATS,
      ),
    )
  addRecipe(addSubject(command))
    .option('-o, --out <path>', 'folder for the results, a file for one picture, or - for standard output')
    .addOption(
      new Option('--on-existing <what>', 'what to do when a result exists already')
        .choices(ON_EXISTING)
        .default('skip'),
    )
    .option('--concurrency <n>', 'photos uploaded and downloaded at once', wholeNumber(1, 32), 4)
    .option('--recursive', 'include subfolders')
    .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
    .option('--dry-run', 'show what would be done and the price; send and write nothing')
    .action((photos: string[]) =>
      run(async (context) => {
        const { withRecipe } = await import('../../recipes/with-recipe.ts')
        const typed = typedOf(command)
        const { flags } = await withRecipe({ flags: command.opts(), typed }, photos, 'steps', context)
        const { processPhotos } = await import('../../actions/photos/process-actions.ts')
        return processPhotos(
          photos,
          { ...(flags as unknown as ProcessFlags), formatIsTyped: typed.has('format') },
          context,
        )
      }),
    )
  setExplanation(command, {
    examples: [
      ['platelight process menu/ --do enhance-colors,upscale', 'livelier and twice as large, into menu-process/'],
      ['platelight process menu/ --do remove-background --dry-run', 'what would be done, and its price'],
      [
        'platelight process stand/ --do remove-background --subject-box 0.2,0.1,0.6,0.8',
        'photos from a stand, with the dish at the same place in each',
      ],
    ],
  })
}

function scale(text: string): 2 | 4 {
  const value = Number(text)
  if (value === 2 || value === 4) return value
  throw new InvalidArgumentError('Allowed choices are 2, 4.')
}
