import { type Command, Option } from 'commander'
import type { AssetFlags, AssetType } from '../../actions/photos/asset-actions.ts'
import { creditAmount } from '../../base/flag-values.ts'
import { RESOLUTIONS } from '../../generated/cli-enums.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'

const TYPES: Readonly<Record<AssetType, string>> = {
  poster: 'make a poster of dishes and words, for print and screens',
  menu: 'make a menu with sections and prices, on as many pages as it needs',
  flyer: 'make a hand-out with dishes, an offer and where to find you',
  post: 'make an upright picture with a short line, for social media',
  banner: 'make a wide picture with a short line, for a website',
}

/** `platelight poster …`, and the same for menus, flyers, posts and banners. */
export function addAssets(program: Command, run: RunAction): void {
  for (const [type, description] of Object.entries(TYPES) as [AssetType, string][]) {
    const command = program
      .command(type)
      .description(description)
      .argument('[photo...]', 'up to four photos of dishes')
      .option('--headline <text>', 'the largest line')
      .option('--offer <text>', 'such as a price or a time')
      .option('--name <text>', 'name of the restaurant (that of the brand)')
      .option('--items <file>', 'a JSON file with a list of dishes: name, description, price, section')
      .option('--text <file>', 'a menu as plain text, or - for standard input')
      .option('--pdf <file>', 'a menu as PDF')
      .option('--logo <file>', 'the logo (that of the brand)')
      .option(
        '--preset <id>',
        'the occasion: daily_special, new_dish, happy_hour, grand_opening, seasonal, combo_deal, full_menu or event',
      )
      .option('--style <words>', 'such as "elegant, dark, navy"')
      .addOption(new Option('--resolution <size>', 'of the PNG and the JPEG').choices(RESOLUTIONS))
      .option('--out <folder>', 'where the files go; no file there is replaced', '.')
      .option('--open', 'open the PDF')
      .option('--max-credits <n>', 'do nothing if it costs more', creditAmount)
      .action((photos: string[], flags: AssetFlags) =>
        run(async (context) =>
          (await import('../../actions/photos/asset-actions.ts')).createAsset(type, photos, flags, context),
        ),
      )
    setExplanation(command, {
      examples: [
        [
          `platelight ${type} ramen.jpg --headline "Tonkotsu of the day" --offer "12.50 €"`,
          `${type}.pdf, ${type}.png and ${type}.jpg, here`,
        ],
        type === 'menu'
          ? [
              'platelight menu --text menu.txt --open',
              'a line with a price is a dish, the lines below it describe it, and a line alone is a section',
            ]
          : [
              `platelight ${type} pie.jpg soup.jpg --headline "New this week" --style "elegant, dark" --open`,
              'two dishes, on a dark ground, and opens the PDF',
            ],
      ],
    })
  }
}
