import { type Command, Option } from 'commander'
import type { EnhanceFlags } from '../../actions/photos/enhance-actions.ts'
import { creditAmount, namesOf, repeated, wholeNumber } from '../../base/flag-values.ts'
import { ON_EXISTING } from '../../base/on-existing.ts'
import type { Context } from '../../context/command-context.ts'
import { GRAPHICS } from '../../context/graphics-of.ts'
import type { EnhanceTaskFlags } from '../../enhance/enhance-task.ts'
import { FORMATS } from '../../generated/cli-enums.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'
import { addRecipe } from './recipe-command.ts'
import { addSubject } from './subject-options.ts'

/** `platelight enhance` and `platelight estimate`. */
export function addEnhance(program: Command, run: RunAction): void {
  const enhance = program
    .command('enhance')
    .summary('make photos look their best, in the crops that menus and platforms need')
    .description(
      [
        'Make photos of dishes look their best: light, colours and sharpness are corrected, and each photo is cropped around the dish',
        'for where it is shown. Your own photos are never changed.',
      ].join(' '),
    )
  addTask(enhance)
    .option('--concurrency <n>', 'photos processed at once', wholeNumber(1, 32), 4)
    .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
    .option('--manifest <file>', 'write a JSON report of the run')
    .option(
      '--contact-sheet <file>',
      'before and after on a page (.html) or on pictures (.jpg); may be repeated',
      repeated,
    )
    .option('--preview', 'show photos before and after in the terminal')
    .addOption(
      new Option('--preview-as <how>', 'the same, by this protocol instead of the best that is known here').choices([
        ...GRAPHICS,
        'off',
      ]),
    )
    .option('--open', 'open the results when they are done')
    .option('--dry-run', 'show what would be done and the price; send and write nothing')
    .action((photos: string[]) =>
      run(async (context) => {
        const command = await import('../../actions/photos/enhance-actions.ts')
        return command.enhance(photos, await flagsOf<EnhanceFlags>(enhance, photos, context), context)
      }),
    )

  setExplanation(enhance, {
    examples: [
      ['platelight enhance ramen.jpg', 'square, portrait and landscape, into enhanced/'],
      [
        'platelight enhance menu/ --recursive --preset delivery-optimized',
        'every photo below menu/, into menu-enhanced/',
      ],
      ['platelight enhance table.jpg --subject-point 0.3,0.6', 'crops around the dish at that point of the photo'],
      ['platelight enhance menu/ --dry-run', 'what would be done, and its price'],
    ],
  })

  const estimate = program
    .command('estimate')
    .description('show what enhancing would cost, for each photo and in total; spends nothing')
  setExplanation(estimate, {
    examples: [
      ['platelight estimate menu/ --recursive', 'the price of each photo and of all'],
      ['platelight estimate ramen.jpg --remove-background', 'the price of one, cut out'],
    ],
  })
  addTask(estimate).action((photos: string[]) =>
    run(async (context) => {
      const command = await import('../../actions/photos/enhance-actions.ts')
      return command.estimate(photos, await flagsOf<EnhanceTaskFlags>(estimate, photos, context), context)
    }),
  )
}

/** The arguments and flags shared by `enhance`, `estimate` and `watch`. */
export function addTask(
  command: Command,
  what: readonly [name: string, about: string] = ['<photo...>', 'what to enhance'],
): Command {
  command
    .argument(...what)
    .option('-o, --out <path>', 'folder for the results, a .jpg for one picture, or - for standard output')
    .option('--preset <id>', 'what the photos are for; platelight presets lists them', 'balanced')
    .addOption(
      new Option('--formats <names>', `crops: ${FORMATS.join(', ')}`)
        .argParser(namesOf(FORMATS))
        .default(['square', 'portrait', 'landscape'], 'square,portrait,landscape'),
    )
    .option(
      '--platforms <names>',
      'fit each photo to these platforms; without --formats, make nothing else. platelight platforms lists them',
      listed,
    )
    .option('--remove-background', 'put the dish on a transparent background (PNG)')
    .option('--no-upscale', 'keep the size instead of going to 4K')
  return addRecipe(addSubject(command))
    .option('--recursive', 'include subfolders')
    .option('--include <glob>', 'take only matching files from folders; may be repeated', repeated)
    .option('--ignore <glob>', 'leave out matching files; may be repeated', repeated)
    .addOption(
      new Option('--on-existing <what>', 'what to do when a result exists already')
        .choices(ON_EXISTING)
        .default('skip'),
    )
    .option('--resume', 'continue an earlier run from its record beside the results (default)')
    .addOption(
      new Option(
        '--fresh',
        'ignore that record; existing results stay, and the same photo with the same options is still not charged twice within 24 hours',
      ).conflicts('resume'),
    )
}

const listed = (text: string): string[] => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean)

/** The flags of a command, filled in from the recipe. @throws CliError or RecipeError for an unsuitable recipe */
export async function flagsOf<F extends EnhanceTaskFlags>(
  command: Command,
  photos: readonly string[],
  context: Context,
): Promise<F> {
  const { withRecipe } = await import('../../recipes/with-recipe.ts')
  const typed = typedOf(command)
  const { flags, ...settled } = await withRecipe({ flags: command.opts(), typed }, photos, 'crops', context)
  return { ...flags, ...settled } as unknown as F
}

export const typedOf = (command: Command): ReadonlySet<string> =>
  new Set(Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === 'cli'))
