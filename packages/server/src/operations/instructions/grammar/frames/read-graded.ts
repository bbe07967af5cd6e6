import type { Graded } from '../../edit-step.ts'
import type { Meaning } from '../../words/word-meanings.ts'
import type { Clause, Quantity } from '../clause.ts'
import { areAdjectivesAsked, isAboutFood, isMeaning, isOfNoun, isStrongForm } from './adjectives.ts'
import { type ClauseReading, useQuantities } from './clause-reading.ts'

/** One word for something graded. */
interface Grade {
  readonly kind: Graded
  /** Undefined for a noun. */
  readonly sign: 1 | -1 | undefined
  readonly isFault: boolean
  /** Whether it is an adjective that compares nothing: it says how something is. */
  readonly isPlain?: boolean
  readonly at: number
}

/** What “lighter” means without an amount. Light is in stops, the others are shares. */
const USUAL: Readonly<Record<Graded, number>> = {
  light: 0.5,
  warmth: 0.3,
  contrast: 0.3,
  colour: 0.3,
  sharpen: 0.5,
  blur: 0.5,
  denoise: 0.5,
}
const SLIGHTLY = 0.5
const MUCH = 1.8
/** Stops in one go. More leaves nothing of a photo. */
const MOST_STOPS = 3
/** From this number on, a number without a unit is a percentage. */
const LEAST_PERCENT = 5
/** Yellow and orange, of which a photo can have too much; and blue. */
const WARM_HUES = ['hue:#f4c430', 'hue:#e67e22'] as const
const COLD_HUES = ['hue:#2b5fa8', 'hue:#bcdcf5'] as const

/** Lighter, warmer, more contrast, less saturation, sharper: what can be more or less, by how much, and where. */
export function readGraded(reading: ClauseReading): void {
  const { clause, steps, problems, layers } = reading
  readWhiter(reading)
  const grades = [...gradesOf(reading), ...castsOf(reading), ...lightOfLayers(reading), ...stopsAlone(reading)]
  if (grades.length === 0) return
  const amount = amountOf(reading)
  if (typeof amount === 'string') return void problems.push({ obstacle: 'unit', about: amount })
  const direction = directionOf(clause) ?? reading.inherited.direction
  const isState = clause.had('state') && !clause.had('wish', 'more', 'less', 'not')
  const isTooMuch = clause.had('too')
  if (clause.had('enough')) clause.take('not')
  clause.take(
    'more',
    'less',
    'lift',
    'too',
    'scarce',
    'add',
    'remove',
    'replace',
    'rotate',
    'slightly',
    'much',
    'enough',
    'improve',
    'everything',
  )
  const isLess = (isPlain: boolean | undefined, at: number) =>
    clause.had('less') && (isPlain || isMeaning('less')(clause.tokens[at - 1]))
  const signs = new Set<string>()
  for (const { kind, sign, isFault, isPlain, at } of grades) {
    const own = clause.tokens[at]
    const isTurned = !isFault && (isTooMuch || (isState && isPlain === true))
    const turned = sign === undefined ? direction : isTurned || (!isFault && isLess(isPlain, at)) ? -sign : sign
    const signed = sign === undefined && amount?.isSigned ? Math.sign(amount.value) : turned
    if (signed === undefined) {
      problems.push({ obstacle: 'direction', about: own?.text ?? kind })
      continue
    }
    if (signs.has(`${kind}${signed}`)) continue
    signs.add(`${kind}${signed}`)
    const value = signed * sizeOf(kind, amount, signed)
    const most = kind === 'light' ? MOST_STOPS : 1
    if (!Number.isFinite(value) || value === 0 || Math.abs(value) > most) {
      problems.push({ obstacle: 'range', about: amount?.text ?? kind })
      continue
    }
    const isUndone = (kind === 'sharpen' || kind === 'denoise') && signed < 0
    // Less sharpness is blur. Noise is not added.
    if (isUndone && kind === 'denoise') {
      problems.push({ obstacle: 'invention', about: clause.text })
      continue
    }
    const step = { kind: isUndone ? ('blur' as const) : kind, amount: round(isUndone ? -value / 2 : value) }
    if (layers.length === 0) steps.push(step)
    else for (const within of layers) steps.push({ ...step, within })
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

const GRADED = /^(fix:|is:)?(light|warmth|contrast|colour|sharpen|denoise)([+-])?$/
const KINDS: readonly Graded[] = ['light', 'warmth', 'contrast', 'colour', 'sharpen', 'denoise']

function gradesOf(reading: ClauseReading): Grade[] {
  const { clause, steps } = reading
  const isAsked = areAdjectivesAsked(reading)
  const found = clause.tokens.flatMap((token, at): Grade[] => {
    if (token.kind !== 'meaning' || !clause.has(token.meaning)) return []
    if (token.meaning === 'noise') {
      return [{ kind: 'denoise', sign: undefined, isFault: true, at }]
    }
    const [, form, name, sign] = GRADED.exec(token.meaning) ?? []
    const kind = KINDS.find((one) => one === name)
    const isPlain = form === 'is:' || isStrongForm(clause, at)
    if (!kind || (form && !isAsked)) return []
    // “Heller Teller” is told.
    if (isPlain && !isAsked && clause.isDescription) clause.take(token.meaning)
    if (isPlain && !isAsked) return []
    return [
      {
        kind,
        sign: sign === undefined ? undefined : sign === '+' ? 1 : -1,
        isFault: form === 'fix:',
        isPlain,
        at,
      },
    ]
  })
  for (const { at } of found) {
    const token = clause.tokens[at]
    if (token?.kind === 'meaning') clause.take(token.meaning)
  }
  // “Make the warm bread brighter” says which bread.
  const orders = found.filter((grade) => !grade.isPlain || !isOfNoun(clause, grade.at))
  const asked = (orders.length > 0 || steps.length > 0 || clause.isDescription ? orders : found).filter(
    (grade) => !isOfFood(grade, clause),
  )
  return asked
    .filter((grade) => grade.sign !== undefined || !isDescribed(grade, asked, clause))
    .map(reverseNoise(clause))
}

/**
 * “The soup was cold” and “our cheese, more intense” tell of the food. Only light is surely that of the photo; in a description, not
 * even light.
 */
function isOfFood({ kind, sign, isFault, isPlain }: Grade, clause: Clause): boolean {
  if (sign === undefined || !isAboutFood(clause)) return false
  if (clause.isDescription) return true
  if (kind === 'light') return false
  return clause.had('state') || (isFault ? kind === 'contrast' : isPlain === true)
}

/** Noise is what is less wanted: to reduce it is to denoise. */
const reverseNoise =
  (clause: Clause) =>
  (grade: Grade): Grade =>
    grade.kind !== 'denoise' || grade.sign !== undefined
      ? grade
      : { ...grade, sign: clause.had('more', 'add') && !clause.had('less') ? -1 : 1 }

/** Words between a noun and its adjective: “light a bit warmer”. */
const BETWEEN: ReadonlySet<string> = new Set<Meaning>([
  'filler',
  'slightly',
  'much',
  'more',
  'less',
  'too',
  'state',
  'wish',
])

/** Whether a noun only has an adjective of its own: “brighter colours”, “la luz más cálida”. */
function isDescribed(noun: Grade, grades: readonly Grade[], { tokens }: Clause): boolean {
  const isNear = (adjective: Grade, allowed: ReadonlySet<string>) => {
    const [from, to] = [Math.min(noun.at, adjective.at), Math.max(noun.at, adjective.at)]
    return tokens.slice(from + 1, to).every((token) => token.kind === 'meaning' && allowed.has(token.meaning))
  }
  const plain = new Set([...BETWEEN].filter((meaning) => meaning !== 'more' && meaning !== 'less'))
  return grades.some((other) => other.sign !== undefined && isNear(other, other.at > noun.at ? BETWEEN : plain))
}

/** “Too yellow” and “less orange” ask for colder light, also after “too dark and”. */
function castsOf({ clause, inherited }: ClauseReading): Grade[] {
  if (!clause.has('too', 'less', 'remove') && inherited.direction !== -1) return []
  if (clause.take(...WARM_HUES)) return [{ kind: 'warmth', sign: -1, isFault: true, at: -1 }]
  if (clause.take(...COLD_HUES)) return [{ kind: 'warmth', sign: 1, isFault: true, at: -1 }]
  return []
}

/** “Open the shadows” and “less highlights” speak of light without saying so. */
function lightOfLayers({ clause, layers }: ClauseReading): Grade[] {
  const isSaid = clause.tokens.some((token) => token.kind === 'meaning' && GRADED.test(token.meaning))
  if (isSaid) return []
  if (layers.includes('shadows') && clause.has('lift', 'more', 'less', 'remove', 'too', 'improve')) {
    return [{ kind: 'light', sign: 1, isFault: true, at: -1 }]
  }
  if (layers.includes('highlights') && clause.has('lift', 'less', 'remove', 'too', 'improve')) {
    return [{ kind: 'light', sign: -1, isFault: true, at: -1 }]
  }
  return []
}

/** The direction that a clause says apart from its adjectives. */
export function directionOf(clause: Clause): 1 | -1 | undefined {
  if (clause.had('scarce')) return 1
  if (clause.had('less', 'too', 'remove')) return -1
  return clause.had('more', 'lift', 'add', 'improve') ? 1 : undefined
}

interface Amount extends Pick<Quantity, 'value' | 'isSigned' | 'text'> {
  readonly unit: 'percent' | 'stop' | 'level'
}

/** “−0.3 EV” can only be light. */
const stopsAlone = ({ clause, quantities }: ClauseReading): Grade[] =>
  quantities.some(({ unit, isSigned }) => unit === 'stop' && isSigned) &&
  !clause.tokens.some((token) => token.kind === 'meaning' && GRADED.test(token.meaning))
    ? [{ kind: 'light', sign: undefined, isFault: false, at: -1 }]
    : []

/** “A whiter plate” is a neutral and slightly lighter one. Without a part it is the white balance of the photo. */
function readWhiter({ clause, steps, layers }: ClauseReading): void {
  if (!clause.take('whiter')) return
  clause.take('more', 'slightly', 'much', 'add')
  const parts = layers.length > 0 ? layers.map((within) => ({ within })) : [{}]
  for (const part of parts) {
    steps.push({ kind: 'neutral', ...part }, { kind: 'light', amount: SLIGHTLY * USUAL.light, ...part })
  }
}

/** How much a clause says. @returns the text of a number whose unit does not fit */
function amountOf(reading: ClauseReading): Amount | string | undefined {
  const { clause, quantities } = reading
  const wrong = quantities.find(
    ({ unit, unknownUnit }) =>
      unknownUnit !== undefined || (unit !== 'percent' && unit !== 'stop' && unit !== undefined && unit !== 'times'),
  )
  if (wrong) {
    quantities.splice(quantities.indexOf(wrong), 1)
    return wrong.text
  }
  const [given] = useQuantities(reading, 'percent', 'stop')
  if (given) return { ...given, unit: given.unit === 'stop' ? 'stop' : 'percent' }
  const [factor] = reading.factors.splice(0)
  const [bare] = useQuantities(reading, undefined, 'times')
  if (bare && Math.abs(bare.value) >= LEAST_PERCENT) return { ...bare, unit: 'percent' }
  if (bare && bare.unit !== 'times' && (bare.isSigned || clause.had('light'))) return bare.text
  const level = (value: number): Amount => ({ value, unit: 'level', isSigned: false, text: '' })
  if (factor !== undefined || bare) return level(MUCH)
  const said = levelOf(clause) ?? reading.inherited.level
  return said && level(said === 'much' ? MUCH : SLIGHTLY)
}

export const levelOf = (clause: Clause): 'slightly' | 'much' | undefined =>
  clause.had('slightly') ? 'slightly' : clause.had('much') ? 'much' : undefined

/** The size of a change, without its sign. */
function sizeOf(kind: Graded, amount: Amount | undefined, sign: number): number {
  if (!amount) return USUAL[kind]
  const value = Math.abs(amount.value)
  if (amount.unit === 'level') return Math.min(1, USUAL[kind] * value)
  if (amount.unit === 'stop') return kind === 'light' ? value : Number.NaN
  if (kind !== 'light') return value / 100
  return Math.abs(Math.log2(sign > 0 ? 1 + value / 100 : 1 - value / 100))
}

/** A graded amount again, less or more strongly: “but not too much”. */
export const scaledAmount = (amount: number, level: 'slightly' | 'much'): number =>
  round(amount * (level === 'slightly' ? SLIGHTLY : MUCH))
