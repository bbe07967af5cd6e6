import { FORMAT_NAMES } from '../platforms/platform-terms.ts'
import type { EditStep, MarkStep, NotDone, Obstacle, PartialStep } from './edit-step.ts'
import { MOST_TOKENS } from './grammar/split-tokens.ts'

/** A step as a sentence for the reply. */
export function describeStep(step: EditStep): string {
  return `${wordsOf(step)}${'within' in step && step.within ? `, within the layer ${step.within}` : ''}${
    'except' in step && step.except ? `, except in the layer ${step.except.join(', ')}` : ''
  }`
}

function wordsOf(step: EditStep): string {
  if ('amount' in step) return gradedWords(step)
  switch (step.kind) {
    case 'improve':
      return 'Enhance like the preset balanced'
    case 'neutral':
      return 'Neutral white balance'
    case 'relight':
      return `Light from the direction ${step.direction}`
    case 'deblur':
      return 'Remove blur'
    case 'crop':
      return `Crop to ${step.aspect.join(':')} around the dish`
    case 'closer':
      return 'Crop closer to the dish'
    case 'straighten':
      return 'Straighten'
    case 'rotate':
      return `Rotate by ${step.degrees} degrees clockwise`
    case 'flip':
      return step.axis === 'horizontal' ? 'Mirror left and right' : 'Mirror top and bottom'
    case 'cutout':
      return 'Remove the background'
    case 'backdrop':
      return `Background in ${step.colours.join(' to ')}`
    case 'upscale':
      return `Enlarge ${step.scale}x`
    case 'size':
      return `Resize to ${sizeWords(step)}`
    case 'format':
      return `Write as ${FORMAT_NAMES[step.format]}`
    case 'platform':
      return `Fit to ${step.platform}`
    case 'text':
      return (
        markWords(`Write “${step.text.replaceAll('\n', ' / ')}”`, step) + (step.colour ? `, in ${step.colour}` : '')
      )
    case 'logo':
      return markWords('Place the logo', step)
  }
}

/** Places in the frame, in words. */
const PLACES: Readonly<Record<MarkStep['place'], string>> = {
  'top-left': 'at the top left',
  top: 'at the top',
  'top-right': 'at the top right',
  left: 'at the left',
  centre: 'in the middle',
  right: 'at the right',
  'bottom-left': 'at the bottom left',
  bottom: 'at the bottom',
  'bottom-right': 'at the bottom right',
}

const markWords = (what: string, { place, scale }: MarkStep): string =>
  `${what} ${PLACES[place]}${scale === 'medium' ? '' : `, ${scale}`}`

/** What more and less of something is called. */
const GRADED_WORDS = {
  light: ['Lighter', 'Darker'],
  warmth: ['Warmer', 'Cooler'],
  contrast: ['More contrast', 'Less contrast'],
  colour: ['More colour', 'Less colour'],
  sharpen: ['Sharpen', 'Soften'],
  blur: ['Blur', 'Blur'],
  denoise: ['Remove noise', 'Add noise'],
} as const

function gradedWords({ kind, amount }: Extract<PartialStep, { readonly amount: number }>): string {
  const [more, less] = GRADED_WORDS[kind]
  const size = Math.abs(amount)
  const unit = kind === 'light' ? `${size} ${size === 1 ? 'stop' : 'stops'}` : `${Math.round(100 * size)} %`
  return `${amount < 0 ? less : more} by ${unit}`
}

function sizeWords({ width, height, long }: Extract<EditStep, { readonly kind: 'size' }>): string {
  if (long !== undefined) return `${long} pixels on the long side`
  if (width !== undefined && height !== undefined) return `${width} x ${height} pixels`
  return width === undefined ? `${height} pixels in height` : `${width} pixels in width`
}

const REASONS: Readonly<Record<Obstacle, (about: string) => string>> = {
  invention: () => 'This asks for something that the photo does not show, which needs a picture generator.',
  quote: () =>
    'Put the words that shall stand on the photo in quotation marks, for example: write “Today only” at the bottom.',
  letters: (about) =>
    `The characters ${about} cannot be written. Latin, Greek, Cyrillic and Arabic letters, digits and punctuation can.`,
  logo: () => 'It needs the logo. Give its URL in logo_url.',
  unknown_words: (about) =>
    `The words “${about}” were not understood. Say what should change, for example “a bit brighter” or “crop square”.`,
  unit: (about) =>
    `The amount “${about}” has no unit that fits. Use percent, stops for light, degrees for turns, and pixels for sizes.`,
  range: (about) => `“${about}” is outside of what is possible here.`,
  contradiction: (about) => `This contradicts another part of the instruction: “${about}”.`,
  direction: (about) => `It is not clear whether there should be more or less of “${about}”.`,
  nothing: (about) =>
    about.trim() === ''
      ? 'It has no words. Say what should change, for example “a bit brighter” or “crop square”.'
      : 'It only says what must not change, so there is nothing to do.',
  length: () =>
    `An instruction has at most ${MOST_TOKENS} words, numbers and signs. Send several, one after the other.`,
  place: (about) =>
    `This would change more than ${about}. Here only light, colour, sharpness, noise and blur of it change. Use POST /api/mobile/chat-edit for the rest.`,
  shape: (about) =>
    about === 'crop'
      ? 'A crop needs a shape, such as square or 4:5, or the word closer.'
      : `Light from “${about}” is not possible. Use left, right, top or behind.`,
}

/** Why a part of an instruction is not done, as a sentence. */
export const reasonFor = ({ text, obstacle, about = text }: NotDone): string =>
  REASONS[obstacle](about.length > 200 ? `${about.slice(0, 199)}…` : about)
