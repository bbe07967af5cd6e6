import { LAYER_IDS, type LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { type Engines, engineSetting } from '../../base/engine-capability.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import type { BodyContext } from '../define-operation.ts'
import { describeStep, reasonFor } from '../instructions/describe-step.ts'
import type { EditStep, NotDone, Obstacle, PartialStep, ReadInstruction } from '../instructions/edit-step.ts'
import { isPartialStep } from '../instructions/grammar/join-clauses.ts'
import { readInstruction } from '../instructions/read-instruction.ts'
import type { Invention } from '../synthesis/invention.ts'

export type ReportedStep = Schemas['EditStep']

/** What a provider shall do before the steps. */
export type Wish = Pick<Invention, 'wishes' | 'except'>

/** An instruction whose steps can be done, and how they are reported. */
export interface ReadEdit {
  readonly steps: readonly EditStep[]
  /** What a provider does; undefined when exact steps are all. */
  readonly wish?: Wish
  /** What will not be done. */
  readonly skipped: readonly ReportedStep[]
}

/** Parts of an instruction in an error or a reply. */
const MOST_LISTED = 50
/** Warnings about one field. */
const MOST_WARNINGS = 10

/** What a provider can do. Words that the grammar does not know may still say something to a model. */
const FOR_PROVIDERS: ReadonlySet<Obstacle> = new Set(['invention', 'unknown_words'])

interface Reader {
  /** The name of the field with the instruction. */
  readonly field: string
  /** The field with the logo; undefined where the request has none. */
  readonly logo?: string | undefined
  readonly engines: Pick<Engines, 'providers'>
}

/**
 * Reads an instruction for an edit.
 *
 * @param options.partial do what is possible, instead of refusing the whole
 * @throws ServiceError `engine_unavailable` for what needs a generator where there is none, `instruction_refused` for what
 * cannot be done
 * @example const { steps } = readEdit('warmer, crop square', { partial: false, field: 'prompt', engines })
 */
export function readEdit(
  instruction: string,
  { partial, ...reader }: Reader & { readonly partial: boolean },
): ReadEdit {
  const { steps, notDone, negations } = withLogo(readInstruction(instruction), reader.logo)
  const { wish, left } = forProviders(instruction, { steps, notDone, negations }, reader)
  if (left.length > 0 && (!partial || (steps.length === 0 && !wish))) throw refusal(left, reader.field)
  return { steps, ...(wish && { wish }), skipped: left.slice(0, MOST_LISTED).map(skippedStep) }
}

interface PartialReader extends Reader {
  /** The part, for the error. */
  readonly about: string
  /** Whether the operation itself does what these clauses ask for that are no steps. */
  readonly doesItself?: (clauses: readonly string[]) => boolean
}

interface ReadPartialEdit {
  readonly steps: readonly PartialStep[]
  readonly wish?: Wish
  /** The operation itself does what is no step. */
  readonly isDoneItself?: true
}

/**
 * Reads words for a part of a picture, or for a picture that is made anyway: only light, colour, sharpness, noise and blur can
 * change there exactly. Other words describe something new.
 *
 * @throws ServiceError `engine_unavailable`, `instruction_refused`
 * @example const { steps } = readPartialEdit('a bit warmer', { field: 'prompt', about: 'the hero shot', engines })
 */
export function readPartialEdit(words: string | undefined, reader: PartialReader): ReadPartialEdit {
  const { left, ...read } = readPartly(words, reader)
  if (left.length > 0) {
    throw refusal(
      left.map((one): NotDone => (one.obstacle === 'unknown_words' ? { ...one, obstacle: 'invention' } : one)),
      reader.field,
    )
  }
  return read
}

/**
 * Reads words of a form as `readPartialEdit` does. What cannot be done becomes a warning, because the published app sends words that
 * this server does not know.
 *
 * @throws ServiceError `engine_unavailable` for what needs a generator where there is none
 */
export function readFormWords(
  words: string,
  { warn, ignore, ...reader }: PartialReader & Pick<BodyContext, 'warn' | 'ignore'>,
): ReadPartialEdit {
  const { left, ...read } = readPartly(words, reader)
  const inventions = left.filter(({ obstacle }) => obstacle === 'invention')
  if (inventions.length > 0) throw refusal(inventions, reader.field)
  for (const one of left.slice(0, MOST_WARNINGS)) {
    const begin = `${reader.field} "${shortened(one.text, 150)}"`
    warn(
      one.obstacle === 'unknown_words'
        ? { code: 'words_not_understood', message: `${begin} was not understood and has no effect.` }
        : { code: 'value_unsupported', message: `${begin} has no effect: ${shortened(reasonFor(one))}` },
    )
  }
  if (left.length > 0 && read.steps.length === 0 && !read.wish) ignore(reader.field)
  return read
}

function readPartly(
  words: string | undefined,
  { about, doesItself, ...reader }: PartialReader,
): ReadPartialEdit & { readonly left: readonly NotDone[] } {
  if (words === undefined || words.trim() === '') return { steps: [], left: [] }
  const { steps, notDone: undone, negations } = readInstruction(words)
  const isDoneItself = undone.length > 0 && doesItself?.(undone.map(({ text }) => text)) === true
  const notDone = isDoneItself ? [] : undone
  const { wish, left } = forProviders(words, { steps, notDone, negations }, reader)
  const elsewhere = steps
    .filter((step) => !isPartialStep(step))
    .map((step): NotDone => ({ text: describeStep(step), obstacle: 'place', about }))
  return {
    steps: steps.filter(isPartialStep),
    ...(wish && { wish }),
    ...(isDoneItself && { isDoneItself }),
    left: [...left, ...elsewhere],
  }
}

/** The place of a logo that was sent and that the instruction does not mention. */
const LOGO: EditStep = { kind: 'logo', place: 'bottom-right', scale: 'medium' }

/** Places the logo of the request. Without one, the step becomes an obstacle. */
function withLogo(read: ReadInstruction, logo: string | undefined): ReadInstruction {
  const step = read.steps.find(({ kind }) => kind === 'logo')
  if (logo !== undefined) {
    const steps = step ? read.steps : [...read.steps, LOGO]
    // Without words, the logo is what is asked for.
    return { ...read, steps, notDone: read.notDone.filter(({ obstacle }) => obstacle !== 'nothing') }
  }
  if (!step) return read
  return {
    ...read,
    steps: read.steps.filter((one) => one !== step),
    notDone: [...read.notDone, { text: describeStep(step), obstacle: 'logo' }],
  }
}

/** Divides what cannot be done exactly into what a provider does, and what nobody does. */
function forProviders(
  text: string,
  { steps, notDone, negations }: ReturnType<typeof readInstruction>,
  { engines }: Reader,
): { readonly wish?: Wish; readonly left: readonly NotDone[] } {
  const wished = engines.providers.length > 0 ? notDone.filter(({ obstacle }) => FOR_PROVIDERS.has(obstacle)) : []
  if (wished.length === 0) return { left: notDone }
  const kept = negations.filter((one): one is LayerId => LAYER_IDS.some((id) => id === one))
  // An instruction that is all of it goes in the very words of the caller.
  const isAll = wished.length === notDone.length && steps.length === 0 && kept.length === 0
  return {
    wish: { wishes: isAll ? [text.trim()] : wished.map((one) => one.text), ...(kept.length > 0 && { except: kept }) },
    left: notDone.filter((one) => !wished.includes(one)),
  }
}

export const skippedStep = (one: NotDone): ReportedStep => ({
  step: shortened(one.text),
  status: 'skipped',
  reason: reasonFor(one),
})

export const doneStep = (step: EditStep): ReportedStep => ({ step: describeStep(step), status: 'done' })

/** What a provider did, as it is reported. */
export const inventedSteps = (invention: Wish | undefined): ReportedStep[] =>
  (invention?.wishes ?? []).map((wish) => ({ step: shortened(wish), status: 'done' }))

/** The error for parts of an instruction that are not done. */
export function refusal(notDone: readonly NotDone[], field: string): ServiceError {
  const listed = notDone.slice(0, MOST_LISTED)
  const inventions = listed.filter(({ obstacle }) => obstacle === 'invention')
  const steps = (some: readonly NotDone[]) => some.map(({ text }) => shortened(text))
  // What no generator would change is said first.
  if (inventions.length < listed.length) {
    const others = listed.filter(({ obstacle }) => obstacle !== 'invention')
    const sentences = others.slice(0, 3).map((one) => `“${shortened(one.text)}”: ${reasonFor(one)}`)
    return new ServiceError(
      'instruction_refused',
      `${field} cannot be followed as a whole. ${sentences.join(' ')} Nothing was done or charged.`,
      { field, steps: steps(listed) },
    )
  }
  const setting = engineSetting('synthesis')
  return new ServiceError(
    'engine_unavailable',
    `These steps of ${field} need a picture generator, and this server has none (${setting}): ${steps(inventions).join('; ')}. Nothing was done or charged. Leave them out.`,
    { capability: 'synthesis', setting, field, steps: steps(inventions) },
  )
}

const shortened = (text: string, most = 300): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
