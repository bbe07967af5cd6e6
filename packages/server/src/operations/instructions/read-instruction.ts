import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { EditStep, NotDone, ReadInstruction, StepKind } from './edit-step.ts'
import { isMark, isPartialStep, joinClauses, type SaidStep } from './grammar/join-clauses.ts'
import { splitClauses } from './grammar/split-clauses.ts'
import { type Token, tagTokens } from './grammar/tag-tokens.ts'

/** Steps of which a picture can have only one value. Steps in a group exclude each other. */
const EXCLUSIVE: readonly (readonly StepKind[])[] = [
  ['crop'],
  ['size'],
  ['format'],
  ['platform'],
  ['upscale'],
  ['cutout', 'backdrop'],
  ['relight'],
  ['closer'],
  ['straighten'],
  ['deblur'],
  ['improve'],
  ['neutral'],
]

/** The longest instruction. A longer text is not one, and to look up all its words takes long. */
const MOST_WORDS = 150

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
  const words = text.trim().split(/\s+/)
  if (words.length > MOST_WORDS) {
    return { steps: [], notDone: [{ text: words.slice(0, 12).join(' '), obstacle: 'length' }], negations: [] }
  }
  const readings = tagTokens(text).map((tokens) => readTokens(text, tokens))
  // The first has each word in its likeliest language. Another is better only if it leaves less undone.
  return readings.reduce((best, other) => (other.notDone.length < best.notDone.length ? other : best))
}

function readTokens(text: string, tokens: readonly Token[]): ReadInstruction {
  const { steps: said, notDone, kept, forbidden } = joinClauses(splitClauses(tokens))
  const { steps, contradictions } = settle(said, kept, forbidden)
  const problems = [...notDone, ...contradictions]
  const isEmpty = steps.length === 0 && problems.length === 0
  return {
    steps: inOrder(joinTexts(steps)),
    notDone: isEmpty ? [{ text: text.trim(), obstacle: saysNothing(text, kept, forbidden) }] : problems,
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

/** Takes out repetitions and what contradicts itself. Of two that contradict each other neither is done. */
function settle(said: readonly SaidStep[], kept: readonly LayerId[], forbidden: readonly StepKind[]): Settled {
  const out = new Map<SaidStep, string>()
  const repeated = new Set<SaidStep>()
  for (const [index, one] of said.entries()) {
    const against = denial(one.step, kept, forbidden)
    if (against) out.set(one, against)
    for (const other of said.slice(0, index)) {
      const relation = compare(one.step, other.step)
      if (relation === 'same') repeated.add(one)
      if (relation !== 'opposite') continue
      out.set(one, other.text)
      out.set(other, one.text)
    }
  }
  return {
    steps: said.filter((one) => !out.has(one) && !repeated.has(one)).map(({ step }) => protect(step, kept)),
    contradictions: [...out].map(([{ text }, about]) => ({ text, obstacle: 'contradiction', about })),
  }
}

/** Texts for the same place become lines of one text, which looks like the first. */
function joinTexts(steps: readonly EditStep[]): EditStep[] {
  const joined: EditStep[] = []
  for (const step of steps) {
    const at = joined.findIndex((one) => one.kind === 'text' && step.kind === 'text' && one.place === step.place)
    const first = joined[at]
    if (first?.kind === 'text' && step.kind === 'text') joined[at] = { ...first, text: `${first.text}\n${step.text}` }
    else joined.push(step)
  }
  return joined
}

/** What denies a step: a part that it would change, or the step itself. */
function denial(step: EditStep, kept: readonly LayerId[], forbidden: readonly StepKind[]): string | undefined {
  if (forbidden.includes(step.kind)) return `not: ${step.kind}`
  const part =
    step.kind === 'cutout' || step.kind === 'backdrop' ? 'background' : 'within' in step ? step.within : undefined
  return part && kept.includes(part) ? `not: ${part}` : undefined
}

function compare(a: EditStep, b: EditStep): 'same' | 'opposite' | undefined {
  if ('amount' in a && 'amount' in b) {
    if (a.kind !== b.kind || a.within !== b.within) return undefined
    return Math.sign(a.amount) === Math.sign(b.amount) ? 'same' : 'opposite'
  }
  if (isMark(a) && isMark(b)) {
    if (JSON.stringify(a) === JSON.stringify(b) || (a.kind === 'logo' && b.kind === 'logo')) return 'same'
    return a.kind !== b.kind && a.place === b.place ? 'opposite' : undefined
  }
  const isExclusive = EXCLUSIVE.some((group) => group.includes(a.kind) && group.includes(b.kind))
  if (!isExclusive) return undefined
  return JSON.stringify(a) === JSON.stringify(b) ? 'same' : isRefined(a, b) ? undefined : 'opposite'
}

/** “Remove the background and make it white” is one wish. */
const isRefined = (a: EditStep, b: EditStep): boolean =>
  (a.kind === 'cutout' && b.kind === 'backdrop') || (a.kind === 'backdrop' && b.kind === 'cutout')

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
