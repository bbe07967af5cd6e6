import type { CatalogueEntry } from '../../base/catalogue-entry.ts'
import { endingOf } from '../../folder-run/result-names.ts'
import { flagOf } from '../../operations/operation-parameters.ts'

type Examples = readonly (readonly [typed: string, result: string])[]

/** Two examples per operation. Operations without an entry get generic examples. */
const EXAMPLES: Readonly<Record<string, Examples>> = {
  'remove-background': [
    ['platelight remove-bg ramen.jpg', 'only the dish, on a transparent background: ramen-remove-background.png'],
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
    ['platelight enhance-colors menu/ --strength 0.8', 'stronger, for every photo of a folder'],
  ],
  'fix-blur': [
    ['platelight fix-blur ramen.jpg', 'sharper: ramen-fix-blur.jpg; a sharp photo is returned unchanged'],
    ['platelight fix-blur menu/ --out sharp/', 'every photo of a folder, into sharp/'],
  ],
  inpaint: [
    ['platelight inpaint ramen.jpg --box 0.7,0.1,0.2,0.3', 'removes the content of that area, such as a spoon'],
    ['platelight inpaint ramen.jpg --mask mask.png', 'removes the white areas of mask.png'],
  ],
  edit: [
    ['platelight edit ramen.jpg --prompt "a bit warmer, then crop square"', 'does what the words say: ramen-edit.jpg'],
    [
      'platelight edit menu/ --prompt "heller, aber den Hintergrund nicht anfassen"',
      'the same for every photo of a folder',
    ],
  ],
  compose: [
    ['platelight compose burger.jpg fries.jpg --prompt "on one wooden table"', 'both dishes on one table: compose.jpg'],
    [
      'platelight compose menu/ --prompt "on slate, light from the left" --aspect-ratio 16:9 --num-outputs 2',
      'all dishes of a folder, arranged in two ways: compose-1.jpg, compose-2.jpg',
    ],
  ],
  'smart-edit': [
    ['platelight smart-edit ramen.jpg', 'faults of the photo are found, described and corrected'],
    [
      'platelight smart-edit menu/ --separate-background',
      'the same for every photo of a folder, with the background darkened',
    ],
  ],
  'hero-shot': [
    ['platelight hero-shot ramen.jpg', 'the dish in a studio: ramen-hero-shot.jpg'],
    ['platelight hero-shot ramen.jpg --backdrop slate --aspect-ratio 16:9', 'on slate, for a banner'],
  ],
  'smart-layers': [
    ['platelight smart-layers table.jpg --subject-point 0.3,0.6', 'of the dish at that point of the photo'],
    ['platelight smart-layers ramen.jpg', 'masks: ramen-smart-layers-dish.png, -plate.png …'],
    ['platelight smart-layers menu/ --out masks/', 'masks of every photo of a folder, into masks/'],
  ],
  generate: [
    ['platelight generate "tonkotsu ramen on slate"', 'a picture from words: generate.jpg'],
    ['platelight generate "tacos" --num-outputs 4 --resolution 2K', 'four pictures of 2,048 pixels: generate-1.jpg …'],
    ['platelight generate "our burger, at night" --reference-images burger.jpg', 'with a photo as reference'],
  ],
  enrich: [
    ['platelight enrich "our new tonkotsu, for the winter menu"', 'a brief for its photo'],
    ['platelight generate "$(platelight enrich "tacos on slate")"', 'a picture from the brief'],
  ],
  caption: [
    ['platelight caption "tonkotsu ramen, new for winter"', 'a headline, a caption, hashtags and an alt text'],
    ['platelight caption "paella de marisco" --locale es --tone elegant --json', 'in Spanish, as JSON'],
  ],
  match: [
    ['platelight match menu/', 'makes the photos of a menu look alike: menu-match/'],
    ['platelight match menu/ --reference best.jpg', 'makes them look like your best one'],
  ],
}

/** An example value of a required parameter. */
const sampleOf = ({ name, choices, default: serverDefault }: CatalogueEntry['parameters'][number]): string =>
  name === 'platform' ? 'ubereats.item' : String(serverDefault ?? choices?.[0] ?? 'VALUE')

export function examplesOf(entry: CatalogueEntry, typedName: string): Examples {
  const examples = EXAMPLES[entry.name]
  if (examples) return examples
  const flags = entry.parameters
    .filter(({ required }) => required)
    .map((parameter) => ` --${flagOf(parameter)} ${sampleOf(parameter)}`)
  const head = `platelight ${typedName}`
  if (entry.input === 'words') {
    return [
      [`${head} "ramen on slate"${flags.join('')}`, 'a picture from words'],
      [`${head} - < words.txt`, 'words from a file'],
    ]
  }
  return [
    [`${head} ramen.jpg${flags.join('')}`, `the result is beside the photo: ramen-${endingOf(entry)}…`],
    [`${head} menu/${flags.join('')} --out results/`, 'every photo of a folder, into results/'],
  ]
}
