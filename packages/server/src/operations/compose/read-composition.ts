import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { Engines } from '../../base/engine-capability.ts'
import { doneStep, inventedSteps, type ReportedStep, skippedStep } from '../edit/read-edit.ts'
import { HERO_ASPECTS } from '../hero-shot/hero-shot-operation.ts'
import { describeStep } from '../instructions/describe-step.ts'
import type { EditStep, NotDone, PartialStep } from '../instructions/edit-step.ts'
import { isPartialStep } from '../instructions/grammar/join-clauses.ts'
import { MOST_TOKENS, type RawToken, splitTokens } from '../instructions/grammar/split-tokens.ts'
import { readTokens } from '../instructions/read-instruction.ts'
import { type Part, partsOf } from './composition-phrases.ts'
import type { Place, Row } from './composition-words.ts'

export type ComposedAspect = keyof typeof HERO_ASPECTS

/** A composition as the prompt describes it. */
export interface CompositionWish {
  readonly backdrop?: Backdrop
  readonly light?: 'left' | 'right'
  readonly aspect?: ComposedAspect
  /** Positions of pictures that stand at a place. */
  readonly places: Readonly<Partial<Record<Place, number>>>
  /** Positions of the pictures that are named from left to right. */
  readonly row: readonly number[]
  /** Changes of the finished composition. */
  readonly steps: readonly PartialStep[]
  /** What a provider shall make, where it describes something that the pictures do not show. */
  readonly wishes?: readonly string[]
  /** All that was understood as sentences for the reply. */
  readonly reported: readonly ReportedStep[]
  /** Words that were not understood. */
  readonly unread: readonly string[]
}

const MOST_LISTED = 50

/** What is read of one clause after another. */
interface Reading {
  backdrop?: Backdrop
  light?: 'left' | 'right'
  aspect?: ComposedAspect
  readonly places: Partial<Record<Place, number>>
  readonly row: number[]
  /** Whether pictures that are named now stand in the row, and how it is read. */
  direction?: Row
  readonly steps: PartialStep[]
  readonly reported: ReportedStep[]
  readonly unread: string[]
  /** What is said of dishes that are no names of pictures. */
  readonly foods: string[]
  /** How many pictures there are. */
  readonly pictures: number
}

/**
 * Reads the prompt of a composition. It is a description: the surface, the light, the aspect ratio, where pictures stand, and
 * changes of light and colour are understood. Words that only say that pictures are put together, or what they show, ask for
 * nothing. All others are listed, and never become a change.
 *
 * @param options.names file names of the pictures, by which a prompt may call them
 * @example readComposition('Both on one wooden table, the burger in front', { names: ['burger.jpg', 'fries.jpg'], … })
 */
export function readComposition(
  prompt: string,
  { names, engines }: { readonly names: readonly string[]; readonly engines: Pick<Engines, 'providers'> },
): CompositionWish {
  const reading: Reading = {
    ...{ places: {}, row: [], steps: [], reported: [], unread: [], foods: [] },
    pictures: names.length,
  }
  const tokens = splitTokens(prompt)
  for (const clause of clausesOf(partsOf(tokens.slice(0, MOST_TOKENS), names))) readClause(reading, clause)
  if (reading.reported.length === 0 && reading.unread.length === 0 && reading.row.length === 0)
    reading.unread.push(...reading.foods)
  if (tokens.length > MOST_TOKENS) reading.unread.push(`all after the first ${MOST_TOKENS} words and signs`)
  const { direction: _, pictures: __, foods: ___, reported, ...wish } = reading
  if (wish.unread.length === 0 || engines.providers.length === 0) {
    return { ...wish, reported: reported.slice(0, MOST_LISTED) }
  }
  // One picture is made at once, so its surface and its light are too. The provider gets the caller's words, all of them.
  const { aspect, places, row } = wish
  return {
    ...(aspect && { aspect }),
    ...{ places, row, steps: [], unread: [] },
    wishes: [prompt.trim()],
    reported: [...reported, ...inventedSteps({ wishes: wish.unread })].slice(0, MOST_LISTED),
  }
}

/** Words that begin a clause of their own. */
const NEXT: ReadonlySet<string> = new Set(['then', 'luego', 'puis', 'dann', 'poi', 'depois', 'ثم'])

/** Divides a description at its signs, but for the colon of “in front: the burger”. */
function clausesOf(parts: readonly Part[]): Part[][] {
  const clauses: Part[][] = [[]]
  for (const part of parts) {
    const [token] = part.tokens
    if (token?.kind === 'break' && token.text === ':') continue
    if (token?.kind === 'break' || (token?.kind === 'word' && NEXT.has(token.text))) clauses.push([])
    else clauses.at(-1)?.push(part)
  }
  return clauses.filter((clause) => clause.length > 0)
}

/** What asks for nothing, as the grammar of instructions reads it. */
const TOLD: ReadonlyMap<Part['kind'], 'filler' | 'dish' | 'thing'> = new Map([
  ['silent', 'filler'],
  ['food', 'dish'],
  ['picture', 'dish'],
  ['surface', 'thing'],
])

function readClause(reading: Reading, clause: readonly Part[]): void {
  reading.foods.push(...clause.flatMap(({ kind, tokens }) => (kind === 'food' ? [textOf(tokens)] : [])))
  const rest = segmentsOf(clause).flatMap((segment) => readSegment(reading, segment))
  // Words that say nothing may still join those that do.
  if (rest.every(({ kind }) => TOLD.has(kind) || kind === 'joint')) return
  const told = new Map(rest.flatMap(({ kind, tokens }) => tokens.map((token) => [token, TOLD.get(kind)] as const)))
  const read = readTokens(
    rest.flatMap(({ tokens }) => tokens),
    told,
  )
  for (const step of read.steps) takeStep(reading, step)
  for (const one of read.notDone) {
    if (one.obstacle === 'contradiction') reading.reported.push(skippedStep(one))
    else reading.unread.push(one.obstacle === 'unknown_words' ? (one.about ?? one.text) : one.text)
  }
}

/** Takes surfaces and places of a segment. @returns what it says beside them */
function readSegment(reading: Reading, segment: readonly Part[]): Part[] {
  const parts = [...segment]
  for (const [at, part] of segment.entries())
    if (part.kind === 'surface' && !isStoodOn(parts, at)) parts[at] = asFood(part)
  const isDenied = parts.some((part) => part.kind === 'silent' && part.role === 'not')
  if (isDenied && parts.some(({ kind }) => kind === 'surface' || kind === 'place')) {
    reading.unread.push(textOf(parts.flatMap(({ tokens }) => tokens)))
    return []
  }
  for (const part of parts) if (part.kind === 'surface') takeSurface(reading, part)
  return parts.some(({ kind }) => kind === 'light') ? parts : readPlaces(reading, parts)
}

const asFood = ({ tokens }: Part): Part => ({ kind: 'food', tokens })

/** Whether dishes stand on what is named. “Marble cake”, “wood-fired pizza” and “smoked with oak” name none. */
function isStoodOn(segment: readonly Part[], at: number): boolean {
  const kinds = segment.map(({ kind }) => (kind === 'picture' ? 'food' : kind))
  const roles = segment.slice(0, at).map((part) => (part.kind === 'silent' ? part.role : undefined))
  if (roles.includes('on')) return true
  const [owner, link] = [kinds[at - 2], roles.at(-1)]
  if (link === 'of' && (owner === 'food' || owner === 'other')) return false
  if (link === 'in' && owner === 'other') return false
  // “Wooden spoons.”
  const own = segment[at]
  if (own?.kind === 'surface' && own.isAttributive && own.tokens.length === 1 && kinds[at + 1] === 'other') return false
  const next = kinds.slice(at + 1).find((kind) => kind !== 'other' && kind !== 'quality')
  // “Wooden table” is a surface in any case, and “marble” may be an attribute.
  return own?.tokens.length !== 1 || (next !== 'food' && kinds[at - 1] !== 'food')
}

/** Of several surfaces, the first is drawn. */
function takeSurface(reading: Reading, { backdrop, tokens }: Extract<Part, { kind: 'surface' }>): void {
  if (reading.backdrop === backdrop) return
  if (reading.backdrop !== undefined) {
    const text = textOf(tokens)
    reading.reported.push(skippedStep({ text, obstacle: 'contradiction', about: `the surface ${reading.backdrop}` }))
    return
  }
  reading.backdrop = backdrop
  reading.reported.push(done(`Surface: ${backdrop}`))
}

const textOf = (tokens: readonly RawToken[]): string => tokens.map(({ text }) => text).join(' ')

/** Puts pictures in their places. @returns the parts of the segment that are about something else */
function readPlaces(reading: Reading, segment: readonly Part[]): Part[] {
  const pictures = segment.flatMap((part, at) =>
    part.kind === 'picture' && part.index >= 0 && part.index < reading.pictures ? [{ at, index: part.index }] : [],
  )
  const free = new Set(pictures)
  let isClear = true
  for (const [at, part] of segment.entries()) {
    if (part.kind !== 'place') continue
    if (part.place === 'row' || part.place === 'row-from-right') {
      reading.direction = part.place
      continue
    }
    const before = pictures.filter((one) => one.at < at)
    const after = pictures.filter((one) => one.at > at)
    // “The burger on the left”, and “on the left the burger”.
    const one = before.findLast((each) => free.has(each)) ?? after.find((each) => free.has(each)) ?? before.at(-1)
    if (one) free.delete(one)
    if (one) place(reading, part.place, one.index)
    else {
      reading.reported.push({ step: textOf(part.tokens), status: 'skipped', reason: WHICH_PICTURE })
      isClear = false
    }
  }
  for (const { index } of reading.direction ? pictures : []) {
    if (reading.row.includes(index)) continue
    if (reading.direction === 'row') reading.row.push(index)
    else reading.row.unshift(index)
  }
  if (!isClear) reading.unread.push(textOf(segment.flatMap(({ tokens }) => tokens)))
  return isClear ? segment.filter(({ kind }) => kind !== 'place') : []
}

/** Parts of a clause that may be about different pictures. */
function segmentsOf(clause: readonly Part[]): Part[][] {
  const segments: Part[][] = [[]]
  for (const part of clause) {
    if (part.kind === 'joint' || (part.kind === 'silent' && part.role === 'not')) segments.push([])
    segments.at(-1)?.push(part)
  }
  return segments
}

function place(reading: Reading, at: Place, index: number): void {
  const other = reading.places[at]
  if (other !== undefined && other !== index) {
    reading.reported.push({ step: `Picture ${index + 1} ${PLACES[at]}`, status: 'skipped', reason: TAKEN(other) })
    return
  }
  reading.places[at] = index
  reading.reported.push(done(`Picture ${index + 1} ${PLACES[at]}`))
}

const PLACES: Readonly<Record<Place, string>> = {
  front: 'in front',
  back: 'at the back',
  left: 'on the left',
  right: 'on the right',
  middle: 'in the middle',
}

function takeStep(reading: Reading, step: EditStep): void {
  const skip = (one: Omit<NotDone, 'text'>) => reading.reported.push(skippedStep({ text: describeStep(step), ...one }))
  const sided = step.kind === 'relight' && step.within === undefined ? SIDES.get(step.direction) : undefined
  if (sided) {
    if (reading.light !== undefined && reading.light !== sided) {
      skip({ obstacle: 'contradiction', about: `light from the ${reading.light}` })
      return
    }
    reading.light = sided
    reading.reported.push(done(`Light from the ${sided}`))
  } else if (isPartialStep(step)) {
    reading.steps.push(step)
    reading.reported.push(doneStep(step))
  } else if (step.kind === 'crop') {
    const aspect = ASPECTS.find((one) => Math.abs(HERO_ASPECTS[one] - step.aspect[0] / step.aspect[1]) < 0.01)
    if (aspect === undefined || (reading.aspect !== undefined && reading.aspect !== aspect)) {
      skip({ obstacle: 'range', about: step.aspect.join(':') })
      return
    }
    reading.aspect = aspect
    reading.reported.push(done(`Aspect ratio ${aspect}`))
  } else {
    skip({ obstacle: 'place', about: 'the composition' })
  }
}

const ASPECTS: readonly ComposedAspect[] = ['4:3', '16:9', '1:1', '3:4', '9:16']

/** Light from these directions lights the scene. Any other is added to the finished picture. */
const SIDES: ReadonlyMap<string, 'left' | 'right'> = new Map([
  ['left', 'left'],
  ['top-left', 'left'],
  ['right', 'right'],
  ['top-right', 'right'],
])

const done = (step: string): ReportedStep => ({ step, status: 'done' })

const WHICH_PICTURE =
  'It is not clear which picture is meant. Name it by its position or by its file name, or give it the largest weight.'

const TAKEN = (index: number) => `Picture ${index + 1} stands there.`
