/** What a word or phrase can mean, in every language. */
export type Meaning =
  // What can be more or less: as a noun, and as an adjective or verb with its direction.
  | 'light'
  | 'light+'
  | 'light-'
  | 'warmth'
  | 'warmth+'
  | 'warmth-'
  | 'contrast'
  | 'contrast+'
  | 'contrast-'
  | 'colour'
  | 'colour+'
  | 'colour-'
  | 'sharpen'
  | 'sharpen+'
  | 'denoise+'
  | 'noise'
  // Words for a fault, which ask for its correction.
  | `fix:${'light' | 'warmth' | 'contrast' | 'colour'}${'+' | '-'}`
  | 'fix:denoise+'
  // Adjectives. They say how something is, and ask for a change only with a verb or a comparison.
  | `is:${'light' | 'warmth' | 'contrast' | 'colour'}${'+' | '-'}`
  | 'is:sharpen+'
  | 'is:improve'
  | 'fix:straight'
  // Directions and amounts.
  | 'more'
  | 'less'
  | 'lift'
  | 'too'
  /** It says that there is not enough of something. */
  | 'scarce'
  | 'enough'
  | 'slightly'
  | 'much'
  // Things that are done.
  | 'crop'
  | 'closer'
  | 'rotate'
  | 'upside-down'
  | 'flip'
  | 'straighten'
  | 'blur'
  | 'blurred'
  /** Of light and shadows, it is no blur. */
  | 'soft'
  /** Of a plate or a table: neutral and a little lighter. */
  | 'whiter'
  | 'deblur'
  | 'relight'
  | 'upscale'
  | 'resize'
  | 'improve'
  | 'fix'
  | 'neutral'
  | 'mono'
  | 'cutout'
  | 'transparent'
  | 'gradient'
  // Verbs whose object decides.
  | 'remove'
  | 'replace'
  | 'add'
  | 'invent'
  /** Things that a photo of food may not show. */
  | 'unseen'
  // Parts of the picture.
  | 'background'
  | 'dish'
  /** In a description, what dishes stand on: it has its own light and colour, and does not change. */
  | 'thing'
  | 'plate'
  | 'table'
  | 'highlights'
  | 'shadows'
  | 'everything'
  // Negation and its scope.
  | 'not'
  | 'without'
  | 'except'
  | 'keep'
  | 'touch'
  | 'only'
  // Places and shapes.
  | 'left'
  | 'right'
  | 'above'
  | 'below'
  | 'corner'
  | 'centre'
  | 'behind'
  | 'front'
  | 'side'
  | 'horizontal'
  | 'vertical'
  | 'square'
  | 'story'
  | 'clockwise'
  | 'counter'
  | 'shape'
  | 'wide'
  | 'high'
  /** Of text and logos. */
  | 'big'
  | 'small'
  // Units.
  | 'percent'
  | 'stop'
  | 'degree'
  | 'pixel'
  | 'times'
  | 'other-unit'
  | 'text'
  | 'logo'
  // Words that join and words that say nothing.
  | 'and'
  | 'next'
  | 'but'
  | 'reason'
  /** It says how the photo is: “is dark” asks for light. */
  | 'state'
  /** It says how the photo should be. */
  | 'wish'
  | 'filler'
  | `number:${number}`
  | `hue:${string}`
  | `format:${'jpeg' | 'png' | 'webp' | 'avif'}`
  | `platform:${string}`

/**
 * The words of a language: for each meaning, phrases separated by commas. A word that ends in `*` stands for all words that
 * begin like it. Accents and capitals do not matter.
 */
export type Words = Readonly<Partial<Record<Meaning, string>>>

/** Units that mean the same in every language. */
export const UNITS = ['percent', 'stop', 'degree', 'pixel', 'times', 'other-unit'] as const
export type Unit = (typeof UNITS)[number]

export const isUnit = (meaning: string): meaning is Unit => UNITS.some((unit) => unit === meaning)
