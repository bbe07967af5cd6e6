import type { CatalogueEntry } from '../../base/catalogue-entry.ts'
import { endingOf } from '../../folder-run/result-names.ts'
import { flagOf } from '../../operations/operation-parameters.ts'

type Examples = readonly (readonly [typed: string, makes: string])[]

/** Two things to type for each operation; one that is not here has the examples of its kind. */
const EXAMPLES: Readonly<Record<string, Examples>> = {
  'remove-background': [
    ['platelight remove-bg ramen.jpg', 'the dish alone: ramen-remove-background.png, transparent around it'],
    ['platelight remove-bg menu/ --shadow', 'every photo of a folder, each with a soft shadow'],
  ],
  upscale: [
    ['platelight upscale ramen.jpg', 'twice as large: ramen-upscale.jpg'],
    ['platelight upscale menu/ --scale 4 --out large/', 'every photo of a folder, four times as large'],
  ],
  relight: [
    ['platelight relight ramen.jpg --direction top-left', 'light from the window on the left'],
    ['platelight relight menu/ --warmth 0.3 --softness 0.8', 'soft, warm light over every photo of a folder'],
  ],
  'ai-enhance': [
    ['platelight ai-enhance ramen.jpg', 'better light: ramen-ai-enhance.jpg'],
    ['platelight ai-enhance menu/ --format webp', 'every photo of a folder, for a web page'],
  ],
  'enhance-colors': [
    ['platelight enhance-colors ramen.jpg', 'livelier colours: ramen-enhance-colors.jpg'],
    ['platelight enhance-colors menu/ --strength 0.8', 'more of it, for every photo of a folder'],
  ],
  'fix-blur': [
    ['platelight fix-blur ramen.jpg', 'sharper: ramen-fix-blur.jpg; a sharp photo comes back as it was'],
    ['platelight fix-blur menu/ --out sharp/', 'every photo of a folder, into sharp/'],
  ],
  inpaint: [
    ['platelight inpaint ramen.jpg --box 0.7,0.1,0.2,0.3', 'what is in that part is gone, such as a spoon'],
    ['platelight inpaint ramen.jpg --mask mask.png', 'what is white in mask.png is gone'],
  ],
  'smart-edit': [
    ['platelight smart-edit ramen.jpg', 'what is wrong with the photo is found, said and mended'],
    ['platelight smart-edit menu/ --separate-background', 'and the dish set off, for every photo of a folder'],
  ],
  'hero-shot': [
    ['platelight hero-shot ramen.jpg', 'the dish in a studio: ramen-hero-shot.jpg'],
    ['platelight hero-shot ramen.jpg --backdrop slate --aspect-ratio 16:9', 'on slate, for a banner'],
  ],
  'smart-layers': [
    ['platelight smart-layers ramen.jpg', 'masks: ramen-smart-layers-dish.png, -plate.png …'],
    ['platelight smart-layers menu/ --out masks/', 'those of every photo of a folder, into masks/'],
  ],
  match: [
    ['platelight match menu/', 'the photos of a menu look alike: menu-match/'],
    ['platelight match menu/ --reference best.jpg', 'they look like your best one'],
  ],
}

/** What may be typed for a parameter that has to be there. */
const sampleOf = ({ name, choices, default: usual }: CatalogueEntry['parameters'][number]): string =>
  name === 'platform' ? 'ubereats.item' : String(usual ?? choices?.[0] ?? 'VALUE')

export function examplesOf(entry: CatalogueEntry, typedName: string): Examples {
  const own = EXAMPLES[entry.name]
  if (own) return own
  const flags = entry.parameters.filter(({ required }) => required).map((one) => ` --${flagOf(one)} ${sampleOf(one)}`)
  const head = `platelight ${typedName}`
  if (entry.input === 'words') {
    return [
      [`${head} "ramen on slate"${flags.join('')}`, 'a picture from words'],
      [`${head} - < words.txt`, 'words from a file'],
    ]
  }
  return [
    [`${head} ramen.jpg${flags.join('')}`, `the result lies beside the photo: ramen-${endingOf(entry)}…`],
    [`${head} menu/${flags.join('')} --out results/`, 'every photo of a folder, into results/'],
  ]
}
