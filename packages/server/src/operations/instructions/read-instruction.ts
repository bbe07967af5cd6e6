import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { EditStep, NotDone, ReadInstruction, StepKind } from './edit-step.ts'
import { isMark, isPartialStep, joinClauses } from './grammar/join-clauses.ts'
import type { SaidStep } from './grammar/joined-clauses.ts'
import { splitClauses } from './grammar/split-clauses.ts'
import { MOST_TOKENS, type RawToken, splitTokens } from './grammar/split-tokens.ts'
import { type Token, type Told, tagTokens } from './grammar/tag-tokens.ts'

/** Steps of which a picture has only one. */
const SINGLE: ReadonlySet<StepKind> = new Set<StepKind>([
  ...(['crop', 'size', 'format', 'platform', 'upscale', 'cutout', 'backdrop', 'relight'] as const),
  ...(['closer', 'straighten', 'deblur', 'improve', 'neutral'] as const),
])

/** The last steps, in this order, wherever the instruction names them. What is placed on the picture is never cropped. */
const LAST: readonly StepKind[] = ['upscale', 'size', 'platform', 'format', 'text', 'logo']

/**
 * Understands an instruction without a model: steps that can be done exactly, what cannot be done and why, and what must not
 * change. Words that are not understood never become a step. The same text always gives the same result.
 *
 * @param text in English, Spanish, French, German, Italian, Portuguese or Arabic, also several of them
 * @example readInstruction('a bit warmer, then crop square, but do not touch the background').steps
 * // [{ kind: 'warmth', amount: 0.15, except: ['background'] }, { kind: 'crop', aspect: [1, 1] }]
 */
export function readInstruction(text: string): ReadInstruction {
  const raw = splitTokens(text)
  if (raw.length > MOST_TOKENS) {
    const begins = raw.slice(0, 12).map((token) => token.text)
    return { steps: [], notDone: [{ text: begins.join(' '), obstacle: 'length' }], negations: [] }
  }
  return readTokens(raw)
}

/**
 * Understands the tokens of an instruction.
 *
 * @param told for a description, the tokens that only tell what the picture shows. There, adjectives of light are wishes when they
 * stand alone, and those of the food are none.
 */
export function readTokens(raw: readonly RawToken[], told?: Told): ReadInstruction {
  const readings = tagTokens(raw, told).map((tokens) => readTagged(tokens, told !== undefined))
  // The first has each word in its likeliest language. Another is better only if it leaves less undone.
  return readings.reduce((best, other) => (other.notDone.length < best.notDone.length ? other : best))
}

function readTagged(tokens: readonly Token[], isDescription: boolean): ReadInstruction {
  const { steps: said, notDone, kept, forbidden } = joinClauses(splitClauses(tokens, isDescription))
  const { steps, contradictions } = settle(said, kept, forbidden)
  const problems = [...notDone, ...contradictions]
  const isEmpty = steps.length === 0 && problems.length === 0 && !isDescription
  const text = tokens.map((token) => token.text).join(' ')
  return {
    steps: inOrder(joinTexts(steps)),
    notDone: isEmpty ? [{ text, obstacle: saysNothing(text, kept, forbidden) }] : problems,
    negations: [...new Set([...kept, ...forbidden])],
  }
}

/** Whether an instruction without any step is empty or only forbids something, or was not understood. */
const saysNothing = (text: string, kept: readonly LayerId[], forbidden: readonly StepKind[]) =>
  text.trim() === '' || kept.length > 0 || forbidden.length > 0 ? ('nothing' as const) : ('unknown_words' as const)

interface Settled {
  readonly steps: readonly EditStep[]
  readonly contradictions: readonly NotDone[]
}

/** Takes out repetitions and what contradicts itself. Of steps that contradict each other none is done. */
function settle(said: readonly SaidStep[], kept: readonly LayerId[], forbidden: readonly StepKind[]): Settled {
  const out = new Map<SaidStep, string>()
  /** For each subject its wishes, each with the first step that has it. */
  const subjects = new Map<string, Map<string, SaidStep>>()
  for (const [index, one] of said.entries()) {
    const against = denial(one.step, kept, forbidden)
    if (against) out.set(one, against)
    const { subject = `${index}`, wish } = wishOf(one.step)
    const wishes = subjects.get(subject) ?? new Map<string, SaidStep>()
    if (!wishes.has(wish)) subjects.set(subject, wishes.set(wish, one))
  }
  const asked = [...subjects.values()].map((wishes) => [...wishes.values()])
  for (const [first, ...others] of [...asked, sharedPlace(asked.flat())]) {
    const [second] = others
    if (!first || !second) continue
    out.set(first, second.text)
    for (const other of others) out.set(other, first.text)
  }
  const left = asked.flat().filter((one) => !out.has(one))
  return {
    steps: left.map(({ step }) => protect(step, kept)),
    contradictions: [...out].map(([{ text }, about]) => ({ text, obstacle: 'contradiction', about })),
  }
}

/** What a step is about, and what it wants of that. Two steps about the same contradict each other unless they want the same. */
function wishOf(step: EditStep): { readonly subject?: string; readonly wish: string } {
  const within = 'within' in step ? (step.within ?? '') : ''
  if ('amount' in step) return { subject: `${step.kind} ${within}`, wish: String(Math.sign(step.amount)) }
  if (step.kind === 'text') return { subject: JSON.stringify(step), wish: '' }
  if (step.kind === 'logo') return { subject: step.kind, wish: '' }
  return { ...(SINGLE.has(step.kind) && { subject: `${step.kind} ${within}` }), wish: JSON.stringify(step) }
}

/** The logo with the texts at its place. */
function sharedPlace(said: readonly SaidStep[]): SaidStep[] {
  const logo = said.find(({ step }) => step.kind === 'logo')
  if (logo?.step.kind !== 'logo') return []
  const { place } = logo.step
  return [logo, ...said.filter(({ step }) => step.kind === 'text' && step.place === place)]
}

/** Texts for the same place become lines of one text, which looks like the first. */
function joinTexts(steps: readonly EditStep[]): EditStep[] {
  const lines = new Map<string, string[]>()
  for (const step of steps) {
    if (step.kind === 'text') lines.set(step.place, [...(lines.get(step.place) ?? []), step.text])
  }
  return steps.flatMap((step): EditStep[] => {
    if (step.kind !== 'text') return [step]
    const text = lines.get(step.place)?.join('\n')
    lines.delete(step.place)
    return text === undefined ? [] : [{ ...step, text }]
  })
}

/** What denies a step: a part that it would change, or the step itself. */
function denial(step: EditStep, kept: readonly LayerId[], forbidden: readonly StepKind[]): string | undefined {
  if (forbidden.includes(step.kind)) return `not: ${step.kind}`
  const part =
    step.kind === 'cutout' || step.kind === 'backdrop' ? 'background' : 'within' in step ? step.within : undefined
  return part && kept.includes(part) ? `not: ${part}` : undefined
}

function protect(step: EditStep, kept: readonly LayerId[]): EditStep {
  return kept.length > 0 && (isMark(step) || (isPartialStep(step) && step.within === undefined))
    ? { ...step, except: [...new Set(kept)] }
    : step
}

/** Steps that need the whole dish, and steps that may cut into it. */
const NEEDS_WHOLE: readonly StepKind[] = ['cutout', 'backdrop']
const MAY_CUT: readonly StepKind[] = ['crop', 'closer']

/**
 * The order of the instruction, with what decides the file at the end. The dish is cut out before the picture is cropped,
 * because a plate that a crop has cut is harder to find, and a plain background can be continued.
 */
function inOrder(steps: readonly EditStep[]): EditStep[] {
  const isReplaced = steps.some(({ kind }) => kind === 'backdrop')
  const kept = steps.filter(({ kind }) => !(isReplaced && kind === 'cutout'))
  const cropAt = kept.findIndex(({ kind }) => MAY_CUT.includes(kind))
  const placeOf = (step: EditStep, index: number) =>
    NEEDS_WHOLE.includes(step.kind) && cropAt >= 0 && index > cropAt ? cropAt - 0.5 : index
  return kept
    .map((step, index) => ({ step, rank: LAST.indexOf(step.kind), index: placeOf(step, index) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ step }) => step)
}
