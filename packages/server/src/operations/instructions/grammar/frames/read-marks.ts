import { unwrittenCharacters } from '@platelight/drawing/lettering/written-letters.ts'
import type { StampPlace } from '@platelight/imaging/edits/stamp-picture.ts'
import type { MarkScale, MarkStep } from '../../edit-step.ts'
import type { Meaning } from '../../words/word-meanings.ts'
import type { Clause } from '../clause.ts'
import type { ClauseReading } from './clause-reading.ts'

/** Words that say what to do with quoted text, or where. Without any of them, quotation marks only stress a word. */
const ABOUT_QUOTES: readonly Meaning[] = ['add', 'text', 'logo', 'above', 'below', 'corner', 'centre']

const hasQuote = ({ tokens }: Clause): boolean => tokens.some(({ kind }) => kind === 'quote')

/** Whether a clause asks for text or a logo on the picture. */
export const isAboutMarks = (clause: Clause): boolean =>
  clause.has('text', 'logo') || (hasQuote(clause) && clause.has(...ABOUT_QUOTES))

/**
 * Reads text in quotation marks, or the logo, with its place, size and colour.
 *
 * @returns what keeps the whole clause from being done
 */
export function readMark(reading: ClauseReading): 'invention' | 'quote' | undefined {
  const { clause, layers, quantities, factors } = reading
  // What stood behind a watermark is not in the photo, and neither is a plate with an inscription.
  if (clause.has('remove') || layers.some((layer) => layer !== 'background')) return 'invention'
  const quote = clause.takeKind('quote')
  const text = quote?.text.normalize('NFC').trim() ?? ''
  if (text === '' && !clause.has('logo')) return 'quote'
  const place = placeIn(clause)
  const scale = scaleIn(clause)
  clause.take('add', 'text', 'logo', 'replace', 'clockwise', 'counter', 'keep', 'only', 'colour')
  const [amount] = quantities
  if (amount) reading.problems.push({ obstacle: 'unit', about: amount.text })
  else if (factors.length > 0) reading.problems.push({ obstacle: 'range', about: clause.text })
  else if (text === '') reading.steps.push({ kind: 'logo', place: place ?? 'bottom-right', scale })
  else {
    const [colour] = clause.takeAll('hue:')
    const missing = unwrittenCharacters(text)
    if (missing.length > 0) reading.problems.push({ obstacle: 'letters', about: missing.slice(0, 10).join(' ') })
    else reading.steps.push({ kind: 'text', text, place: place ?? 'bottom', scale, ...(colour && { colour }) })
  }
  return undefined
}

/** What says more about a mark in a clause of its own: “…, small”, “… and in white”. */
const ABOUT_MARKS: ReadonlySet<Meaning> = new Set<Meaning>([
  ...(['filler', 'above', 'below', 'left', 'right', 'corner', 'centre', 'side', 'big', 'small', 'text'] as const),
  ...(['clockwise', 'counter'] as const),
])

/** The mark of the clause before with what this clause adds; undefined if it says something else. */
export function completeMark(step: MarkStep, clause: Clause): MarkStep | undefined {
  const isAbout = clause.tokens.every(
    (token) => token.kind === 'meaning' && (ABOUT_MARKS.has(token.meaning) || token.meaning.startsWith('hue:')),
  )
  if (!isAbout) return undefined
  const [place = step.place, scale] = [placeIn(clause), scaleIn(clause)]
  const [colour] = clause.takeAll('hue:')
  if (place === step.place && scale === 'medium' && !colour) return undefined
  const sized = scale === 'medium' ? {} : { scale }
  return { ...step, place, ...sized, ...(step.kind === 'text' && colour && { colour }) }
}

function placeIn(clause: Clause): StampPlace | undefined {
  const isTop = clause.take('above', 'more')
  // “Lower left”: the word also asks for less.
  const isBottom = clause.take('below', 'less') && !isTop
  const isLeft = clause.take('left') || clause.has('counter')
  const isRight = (clause.take('right') || clause.has('clockwise')) && !isLeft
  const isCentre = clause.take('centre')
  const isCorner = clause.take('corner')
  clause.take('side')
  const down = isTop ? 'top' : isBottom || isCorner ? 'bottom' : undefined
  const across = isLeft ? 'left' : isRight || isCorner ? 'right' : undefined
  if (down && across) return `${down}-${across}`
  return down ?? across ?? (isCentre ? 'centre' : undefined)
}

function scaleIn(clause: Clause): MarkScale {
  if (clause.take('big', 'upscale')) {
    clause.take('much')
    return 'large'
  }
  if (clause.take('small', 'resize')) {
    clause.take('slightly', 'much')
    return 'small'
  }
  return 'medium'
}
