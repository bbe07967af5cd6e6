import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { EditStep, MarkStep, NotDone, PartialStep, StepKind } from '../edit-step.ts'
import type { Clause } from './clause.ts'
import { ASKING } from './frames/adjectives.ts'
import type { Inherited } from './frames/clause-reading.ts'
import { directionOf, levelOf, scaledAmount } from './frames/read-graded.ts'
import { completeMark } from './frames/read-marks.ts'
import type { JoinedClauses, SaidStep } from './joined-clauses.ts'
import { readClause, takeLayers } from './read-clause.ts'
import { readNegation } from './read-negation.ts'
import { withoutDoubtful } from './without-doubtful.ts'

const PARTIAL: ReadonlySet<StepKind> = new Set<StepKind>([
  ...([
    'light',
    'warmth',
    'contrast',
    'colour',
    'sharpen',
    'blur',
    'denoise',
    'improve',
    'neutral',
    'relight',
  ] as const),
])

/** Whether a step can be limited to a part of the picture. */
export const isPartialStep = (step: EditStep): step is PartialStep => PARTIAL.has(step.kind)

/** Whether a step places something on the finished picture. */
export const isMark = (step: EditStep): step is MarkStep => step.kind === 'text' || step.kind === 'logo'

/** Steps that say how a picture is cropped. */
const FRAMING: ReadonlySet<StepKind> = new Set<StepKind>(['crop', 'closer', 'size', 'platform'])

const isLoose = ({ joint }: Clause) => joint === 'and' || joint === 'comma' || joint === 'start'

/** Reads clauses one after the other. A clause that only names a part or an amount completes the one before it. */
export function joinClauses(clauses: readonly Clause[]): JoinedClauses {
  const steps: SaidStep[] = []
  const notDone: NotDone[] = []
  const kept: LayerId[] = []
  const forbidden: StepKind[] = []
  let latest: SaidStep[] = []
  let before: Clause | undefined
  let wasNegative = false
  let wasAsked = false
  for (const clause of clauses) {
    const negation = readNegation(clause)
    if (negation) {
      if (negation.kind === 'soften') replaceAll(steps, latest, (step) => graded(step, 'slightly'))
      else {
        kept.push(...negation.layers)
        forbidden.push(...negation.steps)
        const rest = clause.rest()
        if (rest.length > 0) notDone.push({ text: clause.text, obstacle: 'unknown_words', about: rest.join(' ') })
      }
      wasNegative = true
      before = undefined
      continue
    }
    const layers = partsAlone(clause)
    if (layers) {
      if (wasNegative) kept.push(...layers)
      else if (!completeParts(steps, latest, clause, layers) && !clause.isDescription) {
        notDone.push({ text: clause.text, obstacle: 'unknown_words' })
      }
      continue
    }
    // “Light from the left, soft” says how the light is, and asks for no blur.
    if (isSoftAlone(clause) && latest.some(({ step: { kind } }) => kind === 'relight')) continue
    const [mark] = latest
    const completed = mark && isMark(mark.step) ? completeMark(mark.step, clause) : undefined
    if (completed) {
      replaceAll(steps, latest, () => completed)
      latest = steps.slice(-1)
      continue
    }
    const level = levelAlone(clause)
    if (level) {
      replaceAll(steps, latest, (step) => graded(step, level))
      continue
    }
    wasNegative = false
    const inherited = inheritedBy(clause, before, latest)
    const isAsked: boolean = isLoose(clause) && wasAsked
    const reading = readClause(clause, { ...inherited, ...(isAsked && { isAsked }) })
    wasAsked = isAsked || clause.had(...ASKING)
    const rest = clause.rest()
    const isRemark = clause.joint === 'reason'
    const text = clause.text
    const isWhole = rest.length === 0 || (isRemark && !clause.isDescription)
    // Among words that are not understood, a description still says where its light comes from.
    const read = isWhole
      ? reading.steps
      : reading.steps.filter(({ kind }) => clause.isDescription && kind === 'relight')
    latest = read.map((step) => ({ step, text }))
    steps.push(...latest)
    notDone.push(
      ...(isRemark && reading.steps.length > 0 ? [] : reading.problems).map((problem) => ({ text, ...problem })),
    )
    if (rest.length > 0 && !isRemark && reading.problems.length === 0) {
      notDone.push({ text, obstacle: 'unknown_words', about: rest.join(' ') })
    }
    before = clause
  }
  const isFixed = clauses.some((clause) => clause.had('fix'))
  if (isFixed && steps.length === 0 && notDone.length === 0) steps.push({ step: { kind: 'improve' }, text: 'fix' })
  // “Crop” needs a shape and “resize” a size, unless another clause says for what.
  const isFramed = steps.some(({ step }) => FRAMING.has(step.kind))
  const isOpen = ({ about }: NotDone) => !isFramed || (about !== 'crop' && about !== 'size')
  const joined = { steps, notDone: notDone.filter(isOpen), kept, forbidden }
  return withoutDoubtful(joined, clauses)
}

/** What a clause takes over from its neighbour to the left. */
function inheritedBy(clause: Clause, before: Clause | undefined, latest: readonly SaidStep[]): Inherited {
  // “Remove the background, then make it black” goes on about the background.
  const isBackground = latest.some(({ step: { kind } }) => kind === 'cutout' || kind === 'backdrop')
  const about = isBackground ? { isBackground } : {}
  if (!before || !isLoose(clause)) return about
  const direction = directionOf(before)
  const level = clause.joint === 'and' && !directionOf(clause) ? levelOf(before) : undefined
  const layers = clause.joint === 'and' && !clause.had('wish') ? leadingLayers(before) : []
  return {
    ...about,
    ...(direction && { direction }),
    ...(level && { level }),
    ...(layers.length > 0 && { layers }),
  }
}

/** The parts that a clause names before it says what to do with them: “the background darker and warmer”. */
function leadingLayers({ tokens }: Clause): LayerId[] {
  const layers: LayerId[] = []
  for (const token of tokens) {
    if (token.kind !== 'meaning') continue
    if (/[+-]$/.test(token.meaning)) return layers
    if (
      token.meaning === 'background' ||
      token.meaning === 'dish' ||
      token.meaning === 'plate' ||
      token.meaning === 'table'
    ) {
      layers.push(token.meaning)
    }
  }
  return []
}

/** The parts of a clause that says nothing else. */
function partsAlone(clause: Clause): LayerId[] | undefined {
  const isAlone = clause.tokens.every(
    (token) =>
      token.kind === 'meaning' &&
      ['filler', 'background', 'dish', 'plate', 'table', 'highlights', 'shadows', 'only', 'wish', 'not'].includes(
        token.meaning,
      ),
  )
  const layers = isAlone ? takeLayers(clause) : []
  return layers.length > 0 ? layers : undefined
}

/**
 * “Only the dish” limits the steps before; “and the plate” repeats them there.
 *
 * @returns whether it completed anything
 */
function completeParts(
  steps: SaidStep[],
  latest: readonly SaidStep[],
  clause: Clause,
  layers: readonly LayerId[],
): boolean {
  if (clause.take('only')) {
    const [within] = layers
    replaceAll(steps, [...steps], (step) => (isPartialStep(step) && within ? { ...step, within } : step))
    return steps.some(({ step }) => isPartialStep(step))
  }
  const before = steps.length
  for (const { step, text } of latest) {
    if (!isPartialStep(step) || step.within === undefined) continue
    for (const within of layers) steps.push({ step: { ...step, within }, text: `${text} ${clause.text}` })
  }
  return steps.length > before
}

const isSoftAlone = ({ tokens }: Clause): boolean =>
  tokens.every(
    (token) => token.kind === 'meaning' && ['filler', 'soft', 'slightly', 'light'].includes(token.meaning),
  ) && tokens.some((token) => token.kind === 'meaning' && token.meaning === 'soft')

function levelAlone(clause: Clause): 'slightly' | 'much' | undefined {
  const isAlone = clause.tokens.every(
    (token) => token.kind === 'meaning' && ['filler', 'slightly', 'much', 'only', 'wish'].includes(token.meaning),
  )
  return isAlone ? levelOf(clause) : undefined
}

function graded(step: EditStep, level: 'slightly' | 'much'): EditStep {
  return 'amount' in step ? { ...step, amount: scaledAmount(step.amount, level) } : step
}

function replaceAll(steps: SaidStep[], some: readonly SaidStep[], change: (step: EditStep) => EditStep): void {
  for (const said of some) {
    const at = steps.indexOf(said)
    if (at >= 0) steps[at] = { ...said, step: change(said.step) }
  }
}
