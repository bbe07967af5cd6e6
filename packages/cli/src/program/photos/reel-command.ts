import { type Command, Option } from 'commander'
import type { ReelFlags } from '../../actions/photos/reel-actions.ts'
import { creditAmount, wholeNumber } from '../../base/flag-values.ts'
import { REEL_ASPECTS, REEL_MOTIONS } from '../../generated/cli-enums.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight reel`. */
export function addReel(program: Command, run: RunAction): void {
  const reel = program
    .command('reel')
    .description(
      'make a short film of one photo: the camera moves, and no frame cuts a dish that the photo shows whole',
    )
    .argument('<photo>', 'the photo')
    .addOption(new Option('--motion <name>', 'camera movement').choices(REEL_MOTIONS))
    .option('--details <words>', 'slower, faster, or where the camera looks: "slower, towards the garnish"')
    .option('--duration <seconds>', 'from 5 to 10', wholeNumber(5, 10))
    .addOption(new Option('--aspect <ratio>', 'shape').choices(REEL_ASPECTS))
    .option('--headline <text>', 'words over the film: the largest line')
    .option('--offer <text>', 'such as a price or a time')
    .option('--name <text>', 'name of the restaurant (that of the brand, if there are other words or a logo)')
    .option('--logo <file>', 'the logo (that of the brand, if there are words)')
    .option('-o, --output <file>', 'where to save it; the default is <photo>-reel.mp4 in this folder')
    .option('--open', 'open it when it is done')
    .option('--max-credits <n>', 'do nothing if it costs more', creditAmount)
    .action((photo: string, flags: ReelFlags) =>
      run(async (context) => (await import('../../actions/photos/reel-actions.ts')).makeReel(photo, flags, context)),
    )
  setExplanation(reel, {
    examples: [
      ['platelight reel ramen.jpg --open', 'five seconds towards the dish, 9:16'],
      ['platelight reel ramen.jpg --headline "Tonkotsu of the day" --offer "12.50 €"', 'with words beside the dish'],
      ['platelight reel ramen.jpg --motion orbit --aspect 1:1 --duration 8', 'a little way around it, square'],
    ],
  })
}
