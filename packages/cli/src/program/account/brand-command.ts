import type { Command } from 'commander'
import type { BrandFlags } from '../../actions/brand-actions.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight brand …`. */
export function addBrand(program: Command, run: RunAction): void {
  const brand = program
    .command('brand')
    .description('name, colours and logo of your restaurant, which posters and menus carry')
  setExplanation(brand, {
    examples: [
      ['platelight brand set --name "Trattoria Mara" --logo logo.png', 'its colours become those of posters and menus'],
      ['platelight brand show', 'what is set'],
    ],
  })
  const module = () => import('../../actions/brand-actions.ts')
  brand
    .command('show')
    .description('show the brand profile')
    .action(() => run(async (context) => (await module()).showBrand(context)))
  brand
    .command('set')
    .description('change what is given; an empty text removes it')
    .option('--logo <file>', 'the logo: PNG with transparency is best; SVG is refused')
    .option('--name <text>', 'name of the restaurant')
    .option('--tagline <text>', 'slogan under the name')
    .option('--cuisine <text>', 'such as Italian')
    .option('--tone <text>', 'tone of the captions, such as "warm and plain"')
    .option('--website <url>', 'address of the website, as it is printed')
    .option('--phone <number>', 'phone number, as it is printed')
    .option('--address <text>', 'street address, as it is printed')
    .option('--colors <codes>', 'up to six, the main one first: #7a1f2b,#f4ead8. Without them, those of the logo')
    .action((flags: BrandFlags) => run(async (context) => (await module()).setBrand(flags, context)))
  brand
    .command('clear')
    .description('clear the brand profile and delete the logo')
    .action(() => run(async (context) => (await module()).clearBrand(context)))
}
