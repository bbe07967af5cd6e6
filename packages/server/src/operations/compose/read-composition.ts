import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { DRINKS } from '@platelight/drawing/preview/dishes/tables/drinks.ts'
import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { Engines } from '../../base/engine-capability.ts'
import { lazily } from '../../base/lazily.ts'
import { inventedSteps, type ReportedStep, refusal } from '../edit/read-edit.ts'
import { HERO_ASPECTS } from '../hero-shot/hero-shot-operation.ts'
import { describeStep, reasonFor } from '../instructions/describe-step.ts'
import type { EditStep, NotDone, PartialStep } from '../instructions/edit-step.ts'
import { isPartialStep } from '../instructions/grammar/join-clauses.ts'
import { normaliseText } from '../instructions/grammar/normalise-text.ts'
import { readInstruction } from '../instructions/read-instruction.ts'
import type { Phrases } from './composition-words.ts'
import { ARRANGING_PHRASES, FRONT_PHRASES, ORDINAL_PHRASES, SURFACE_PHRASES } from './composition-words.ts'

export type ComposedAspect = keyof typeof HERO_ASPECTS

/** A composition as the prompt asks for it. */
export interface CompositionWish {
  readonly backdrop?: Backdrop
  readonly light?: 'left' | 'right'
  readonly aspect?: ComposedAspect
  /** Position of the picture that stands in front. */
  readonly front?: number
  /** Changes of the finished composition. */
  readonly steps: readonly PartialStep[]
  /** What a provider shall make, where it asks for something that the pictures do not show. */
  readonly wishes?: readonly string[]
  /** All of it as sentences for the reply, with what is left undone. */
  readonly reported: readonly ReportedStep[]
}

/** The patterns of all phrases, made when a prompt is first read. */
const patterns = lazily(() => ({
  arranging: phrasePattern(ARRANGING_PHRASES),
  front: phrasePattern(FRONT_PHRASES),
  ordinals: ORDINAL_PHRASES.map(phrasePattern),
  /** All surfaces in one pattern, so that the longest phrase counts, whichever surface it names. */
  surfaces: phrasePattern(SURFACE_PHRASES.map(([, phrases]) => phrases).join(',')),
  eachSurface: SURFACE_PHRASES.map(([backdrop, phrases]) => ({ backdrop, pattern: phrasePattern(phrases) })),
}))
/** “Picture 2”, “#2”. */
const NUMBERED = /(?:#|\b(?:picture|photo|image|dish|foto|imagen|bild|immagine|imagem)\s+)(\d{1,2})(?!\d)/gu
/** Clauses end at signs and not at the point of a number or the colon of a ratio. */
const CLAUSE_END = /[;!?\n]+|[,.:](?!\d)|\b(?:then|luego|puis|dann|poi|depois)\b|ثم/gu
const MOST_LISTED = 50

/** What is read of one clause after another. */
interface Reading {
  backdrop?: Backdrop
  light?: 'left' | 'right'
  aspect?: ComposedAspect
  front?: number
  readonly steps: PartialStep[]
  readonly reported: ReportedStep[]
  readonly notDone: NotDone[]
}

/**
 * Reads the prompt of a composition: the surface, the light, the aspect ratio, which picture stands in front, and changes of light
 * and colour. Words that only say that pictures are put together, and names of dishes, ask for nothing more.
 *
 * @param options.names file names of the pictures, by which a prompt may call them
 * @throws ServiceError `engine_unavailable` for what needs a generator, `instruction_refused` for what cannot be done
 * @example readComposition('Both on one wooden table, the burger in front', { names: ['burger.jpg', 'fries.jpg'], … })
 */
export function readComposition(
  prompt: string,
  options: {
    readonly partial: boolean
    readonly field: string
    readonly names: readonly string[]
    readonly engines: Pick<Engines, 'providers'>
  },
): CompositionWish {
  const reading: Reading = { steps: [], reported: [], notDone: [] }
  const words = prompt.trim().split(/\s+/)
  const tooLong = words.length > 150
  if (tooLong) reading.notDone.push({ text: words.slice(0, 12).join(' '), obstacle: 'length' })
  const clauses = tooLong ? [] : normaliseText(prompt).split(CLAUSE_END)
  for (const clause of clauses) if (/[\p{L}\p{N}]/u.test(clause)) readClause(reading, clause.trim(), options.names)
  const { notDone, reported, ...wish } = reading
  const isForProvider = notDone.length > 0 && notDone.every(({ obstacle }) => obstacle === 'invention')
  if (isForProvider && options.engines.providers.length > 0) {
    // One picture is made at once, so its surface and its light are too. The provider gets the caller's words, all of them.
    return {
      ...(wish.aspect && { aspect: wish.aspect }),
      ...(wish.front !== undefined && { front: wish.front }),
      steps: [],
      wishes: [prompt.trim()],
      reported: [...reported, ...inventedSteps({ wishes: notDone.map(({ text }) => text) })].slice(0, MOST_LISTED),
    }
  }
  if (notDone.length > 0 && !options.partial) throw refusal(notDone, options.field)
  const skipped = notDone.map(
    (one): ReportedStep => ({ step: one.text.slice(0, 300), status: 'skipped', reason: reasonFor(one) }),
  )
  return { ...wish, reported: [...reported, ...skipped].slice(0, MOST_LISTED) }
}

function readClause(reading: Reading, clause: string, names: readonly string[]): void {
  let rest = readFront(reading, readSurface(reading, clause), names)
  const own = names.flatMap(wordsOfName)
  const left = rest
    .replace(patterns().arranging, ' ')
    .replace(/\p{L}+/gu, (word) => (isFoodWord(word) || own.includes(word) ? ' ' : word))
    .trim()
  if (!/[\p{L}\p{N}]/u.test(left)) return
  rest = rest.trim()
  // The words in between help the grammar where it understands all of them, and disturb it where it does not.
  const whole = readInstruction(rest)
  const read = whole.notDone.length > 0 ? readInstruction(left) : whole
  for (const step of read.steps) takeStep(reading, step, clause)
  for (const one of read.notDone) {
    reading.notDone.push(one.obstacle === 'unknown_words' ? { ...one, obstacle: 'invention' } : one)
  }
}

/** @returns the clause without the surfaces: of several, only the first is drawn */
function readSurface(reading: Reading, clause: string): string {
  const [phrase] = clause.match(patterns().surfaces) ?? []
  if (phrase === undefined) return clause
  const surface = patterns().eachSurface.find(({ pattern }) => phrase.replace(pattern, '') === '')
  if (!surface) return clause
  if (reading.backdrop !== undefined && reading.backdrop !== surface.backdrop) {
    reading.notDone.push({ text: phrase, obstacle: 'contradiction', about: `the surface ${reading.backdrop}` })
  } else if (reading.backdrop === undefined) {
    reading.backdrop = surface.backdrop
    reading.reported.push(done(`Surface: ${surface.backdrop}`))
  }
  return readSurface(reading, clause.replace(phrase, ' '))
}

/** @returns the clause without the wish about the front */
function readFront(reading: Reading, clause: string, names: readonly string[]): string {
  const withoutFront = clause.replace(patterns().front, ' ')
  if (withoutFront === clause) return clause
  const numbers = [...clause.matchAll(NUMBERED)].map(([, number]) => Number(number) - 1)
  const ordinals = patterns().ordinals.flatMap((pattern, at) => (clause.search(pattern) >= 0 ? [at] : []))
  const said = new Set(clause.match(/\p{L}{3,}/gu) ?? [])
  const called = names.flatMap((name, at) => (wordsOfName(name).some((word) => said.has(word)) ? [at] : []))
  const [first, ...others] = new Set([...numbers, ...ordinals, ...called].filter((at) => at >= 0 && at < names.length))
  const text = clause.slice(0, 300)
  if (first === undefined || others.length > 0 || (reading.front !== undefined && reading.front !== first)) {
    // Weights decide the order, so a wish that names no picture leaves a composition that is otherwise as asked.
    reading.reported.push({ step: text, status: 'skipped', reason: WHICH_PICTURE })
  } else {
    reading.front = first
    reading.reported.push(done(`Picture ${first + 1} in front`))
  }
  return patterns().ordinals.reduce((rest, pattern) => rest.replace(pattern, ' '), withoutFront.replace(NUMBERED, ' '))
}

function takeStep(reading: Reading, step: EditStep, clause: string): void {
  const sided = step.kind === 'relight' && step.within === undefined ? SIDES.get(step.direction) : undefined
  if (sided) {
    if (reading.light !== undefined && reading.light !== sided) {
      reading.notDone.push({ text: clause, obstacle: 'contradiction', about: `light from the ${reading.light}` })
      return
    }
    reading.light = sided
    reading.reported.push(done(`Light from the ${sided}`))
  } else if (isPartialStep(step)) {
    reading.steps.push(step)
    reading.reported.push(done(describeStep(step)))
  } else if (step.kind === 'crop') {
    const aspect = ASPECTS.find((one) => Math.abs(HERO_ASPECTS[one] - step.aspect[0] / step.aspect[1]) < 0.01)
    if (aspect === undefined || (reading.aspect !== undefined && reading.aspect !== aspect)) {
      reading.notDone.push({ text: clause, obstacle: 'range', about: step.aspect.join(':') })
      return
    }
    reading.aspect = aspect
    reading.reported.push(done(`Aspect ratio ${aspect}`))
  } else {
    reading.notDone.push({ text: describeStep(step), obstacle: 'place', about: 'the composition' })
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

/** Parts of file names that name nothing. */
const NAMELESS = /^(?:img|dsc|photo|image|picture|file|files|foto|bild|jpg|jpeg|png|webp|avif|heic|upl|the|and)$/

/** The words of a file name. @example wordsOfName('Cheese-Burger_01.jpg') // cheese, burger */
const wordsOfName = (name: string): string[] =>
  (normaliseText(name.replace(/\.\w{1,5}$/, '')).match(/\p{L}{3,}/gu) ?? []).filter((word) => !NAMELESS.test(word))

const drinks = new Set<unknown>(DRINKS)

/**
 * The words in names of dishes. In an instruction for pictures of dishes they name what the pictures show, and ask for nothing.
 * Drinks are left out, because a glass beside the dishes is a usual wish.
 */
const FOOD_WORDS: ReadonlySet<string> = new Set(
  DISHES.filter((dish) => !drinks.has(dish))
    .flatMap(({ name, also = '' }) => normaliseText(`${name} ${also}`).match(/\p{L}{3,}/gu) ?? [])
    .concat(['pasta', 'soup', 'salad', 'bread', 'rice', 'chips', 'sauce', 'dip', 'starter', 'suppe', 'salat', 'brot']),
)

/** Whether a normalised word is a part of the name of a dish, also in the plural. */
const isFoodWord = (word: string): boolean => FOOD_WORDS.has(word) || FOOD_WORDS.has(word.replace(/(es|s|en|n)$/u, ''))

/** A pattern that finds any of the phrases as whole words, the longest first. */
function phrasePattern(phrases: Phrases): RegExp {
  const sources = phrases
    .split(',')
    .map((phrase) => normaliseText(phrase).trim())
    .filter((phrase) => phrase !== '')
    .sort((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(' ', '\\s+')
        .replaceAll('*', '\\p{L}*'),
    )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}
