import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { describeStep, reasonFor } from '../instructions/describe-step.ts'
import type { EditStep, NotDone, PartialStep } from '../instructions/edit-step.ts'
import { isPartialStep } from '../instructions/grammar/join-clauses.ts'
import { readInstruction } from '../instructions/read-instruction.ts'

export type ReportedStep = Schemas['EditStep']

/** An instruction whose steps can be done, and how they are reported. */
export interface ReadEdit {
  readonly steps: readonly EditStep[]
  /** What will not be done. */
  readonly skipped: readonly ReportedStep[]
}

/** The setting that connects a picture generator. */
const GENERATOR_SETTING = 'PLATELIGHT_ENGINE_SYNTHESIS'
/** Parts of an instruction in an error or a reply. */
const MOST_LISTED = 50

/**
 * Reads an instruction for an edit.
 *
 * @param options.partial do what is possible, instead of refusing the whole
 * @param options.field the name of the field with the instruction
 * @throws ServiceError `engine_unavailable` for what needs a generator, `instruction_refused` for what cannot be done
 * @example const { steps } = readEdit('warmer, crop square', { partial: false, field: 'prompt' })
 */
export function readEdit(
  instruction: string,
  { partial, field }: { readonly partial: boolean; readonly field: string },
): ReadEdit {
  const { steps, notDone } = readInstruction(instruction)
  if (notDone.length > 0 && (!partial || steps.length === 0)) throw refusal(notDone, field)
  return { steps, skipped: notDone.slice(0, MOST_LISTED).map(skippedStep) }
}

/**
 * Reads words for a part of a picture, or for a picture that is made anyway: only light, colour, sharpness, noise and blur can
 * change there. Other words describe something new.
 *
 * @param about the part, for the error
 * @throws ServiceError `engine_unavailable`, `instruction_refused`
 * @example const steps = readPartialEdit('a bit warmer', { field: 'customPrompt', about: 'the enhanced photo' })
 */
export function readPartialEdit(
  words: string | undefined,
  { field, about }: { readonly field: string; readonly about: string },
): PartialStep[] {
  if (words === undefined || words.trim() === '') return []
  const { steps, notDone } = readInstruction(words)
  if (notDone.length > 0) {
    throw refusal(
      notDone.map((one): NotDone => (one.obstacle === 'unknown_words' ? { ...one, obstacle: 'invention' } : one)),
      field,
    )
  }
  return steps.map((step) => {
    if (isPartialStep(step)) return step
    throw refusal([{ text: describeStep(step), obstacle: 'place', about }], field)
  })
}

const skippedStep = (one: NotDone): ReportedStep => ({
  step: shortened(one.text),
  status: 'skipped',
  reason: reasonFor(one),
})

export const doneStep = (step: EditStep): ReportedStep => ({ step: describeStep(step), status: 'done' })

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
  return new ServiceError(
    'engine_unavailable',
    `These steps of ${field} need a picture generator, and this server has none (${GENERATOR_SETTING}): ${steps(inventions).join('; ')}. Nothing was done or charged. Leave them out.`,
    { capability: 'synthesis', setting: GENERATOR_SETTING, field, steps: steps(inventions) },
  )
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text)
