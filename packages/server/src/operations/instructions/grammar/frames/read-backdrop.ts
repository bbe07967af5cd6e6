import { ADJECTIVE_FIRST } from '../languages.ts'
import type { Token } from '../tag-tokens.ts'
import type { ClauseReading } from './clause-reading.ts'

/** How much darker the lower end of a gradient is whose second colour is not named. */
const SHADE = 0.72
/** The gradient whose colours are not named. */
const STUDIO = ['#ffffff', '#d9d9d9'] as const

/**
 * Another background in a colour or gradient, or none.
 *
 * @returns whether the clause asks for one
 */
export function readBackdrop(reading: ClauseReading): boolean {
  const { clause, steps, layers, inherited } = reading
  const isNamed = layers.includes('background')
  const isBackground = isNamed || (layers.length === 0 && inherited.isBackground === true)
  const old = oldHue(reading)
  const isCutOut = clause.take('cutout') || (clause.has('transparent') && (isBackground || !clause.has('dish')))
  if (isCutOut) clause.take('transparent', 'remove', 'replace', 'add')
  const isColoured = isBackground || clause.has('gradient') || (isCutOut && layers.length === 0)
  if (isColoured && !clause.has('too', 'less')) {
    const named = clause.takeAll('hue:')
    const colours = old !== undefined && (named.length > 1 || isRemoval(reading)) ? without(named, old) : named
    const [first, second] = colours
    const isGradient = clause.take('gradient')
    if (first !== undefined) {
      clause.take('remove', 'replace', 'add', 'touch', 'light', 'colour', 'next')
      // “Soft grey” and “a subtle gradient” are still these colours.
      clause.take('soft', 'slightly')
      const isShaded = isGradient || second !== undefined
      steps.push({ kind: 'backdrop', colours: isShaded ? [first, second ?? shaded(first)] : [first] })
      return true
    }
    if (named.length > 0) {
      clause.take('remove')
      steps.push({ kind: 'cutout' })
      return true
    }
    if (isGradient && isBackground) {
      clause.take('remove', 'replace', 'add', 'soft', 'slightly')
      steps.push({ kind: 'backdrop', colours: STUDIO })
      return true
    }
  }
  if (isCutOut) steps.push({ kind: 'cutout' })
  return isCutOut
}

const isRemoval = ({ clause }: ClauseReading): boolean => clause.had('remove', 'cutout')

const without = (hues: readonly string[], hue: string): string[] => {
  const at = hues.indexOf(hue)
  return hues.filter((_, index) => index !== at)
}

/** The colour that a background has and should lose: “remove the yellow background”, “change the red background to white”. */
function oldHue({ clause: { tokens, had } }: ClauseReading): string | undefined {
  if (!had('remove', 'replace', 'cutout')) return undefined
  const at = tokens.findIndex((token) => token.kind === 'meaning' && token.meaning === 'background')
  const noun = tokens[at]
  if (noun?.kind === 'meaning') {
    // “Cut out on a white background” asks for white.
    if (!had('remove', 'replace')) return undefined
    return hueOf(tokens[ADJECTIVE_FIRST.includes(noun.language) ? at - 1 : at + 1])
  }
  // Where “remove the background” is one phrase, its colour follows.
  const phrase = tokens.findIndex((token) => token.kind === 'meaning' && token.meaning === 'cutout')
  const word = tokens[phrase]
  return word?.kind === 'meaning' && !ADJECTIVE_FIRST.includes(word.language) ? hueOf(tokens[phrase + 1]) : undefined
}

const hueOf = (token: Token | undefined): string | undefined =>
  token?.kind === 'meaning' && token.meaning.startsWith('hue:') ? token.meaning.slice('hue:'.length) : undefined

/** A colour that is darker by a fixed share, `#rrggbb`. */
function shaded(colour: string): string {
  const codes = [1, 3, 5].map((at) => Math.round(SHADE * Number.parseInt(colour.slice(at, at + 2), 16)))
  return `#${codes.map((code) => code.toString(16).padStart(2, '0')).join('')}`
}
