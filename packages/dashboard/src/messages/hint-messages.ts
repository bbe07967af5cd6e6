import { inLanguage } from './language.ts'
import { number, plural } from './numbers.ts'

/** The texts of drawing on a photo to say what it is of. */
export const hintMessages = inLanguage('hint', {
  unsure: 'It is not certain what the dish is in this photo. Show it with one stroke, and it is made again.',
  open: 'Point out the dish',
  title: 'What is the dish?',
  lead: 'Draw over it, roughly. A tap is enough for a dish that stands alone.',
  tools: 'Pen',
  keep: 'This is the dish',
  drop: 'This is not',
  box: 'Box around it',
  undo: 'Undo',
  again: (credits: number) => plural(credits, { one: 'Make it again, # credit', other: 'Make it again, # credits' }),
  surface: 'Photo to draw on. Move the cross with the arrow keys, and press the space bar to mark the place.',
  looking: 'Looking for the dish …',
  outline: 'What stays bright counts as the dish.',
  drawn: (keep: number, drop: number) => `${number(keep)} marked as the dish, ${number(drop)} as not.`,
})
