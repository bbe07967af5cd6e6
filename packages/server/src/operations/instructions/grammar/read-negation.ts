import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { StepKind } from '../edit-step.ts'
import type { Meaning } from '../words/word-meanings.ts'
import type { Clause } from './clause.ts'
import { takeLayers } from './read-clause.ts'
import type { Token } from './tag-tokens.ts'

/** What a negative clause says. */
export type Negation =
  /** These parts keep their pixels, or these steps are not wanted. */
  | { readonly kind: 'protect'; readonly layers: readonly LayerId[]; readonly steps: readonly StepKind[] }
  /** The steps before are wanted, and less strongly: “but not too much”. */
  | { readonly kind: 'soften' }

/** The steps that a word forbids. */
const FORBIDDEN: readonly (readonly [meanings: readonly Meaning[], steps: readonly StepKind[]])[] = [
  [
    ['crop', 'shape', 'square', 'closer'],
    ['crop', 'closer', 'size', 'platform'],
  ],
  [['light', 'light+', 'light-', 'is:light+', 'is:light-'], ['light']],
  [['warmth', 'warmth+', 'warmth-', 'is:warmth+', 'is:warmth-'], ['warmth']],
  [['contrast', 'contrast+', 'contrast-', 'is:contrast+'], ['contrast']],
  [
    ['colour', 'colour+', 'colour-', 'is:colour+', 'is:colour-'],
    ['colour', 'warmth', 'neutral'],
  ],
  [['sharpen', 'sharpen+', 'is:sharpen+'], ['sharpen']],
  [['blur', 'blurred'], ['blur']],
  [
    ['rotate', 'straighten', 'fix:straight'],
    ['rotate', 'straighten'],
  ],
  [['flip'], ['flip']],
  [
    ['upscale', 'resize'],
    ['upscale', 'size'],
  ],
  [['cutout', 'transparent'], ['cutout']],
]

/** “Leave the colours more vivid” asks for a change: in several languages “leave” also means “make”. */
const asksForMore = (clause: Clause): boolean =>
  clause.had('more', 'less', 'upscale', 'whiter', 'improve') ||
  clause.tokens.some((token) => token.kind === 'meaning' && /^\w+[+-]$/.test(token.meaning) && !isCooling(token))

/** “Laissez refroidir”, where a comparative would be “plus froid”. */
const isCooling = ({ meaning, language }: Extract<Token, { kind: 'meaning' }>): boolean =>
  meaning === 'warmth-' && !['en', 'de', 'ar'].includes(language)

/**
 * Reads a clause with a negation, whose scope is the whole clause.
 *
 * @returns undefined if the clause is not negative, or what it denies is not known
 */
export function readNegation(clause: Clause): Negation | undefined {
  const isNegative = clause.had('not', 'without', 'except')
  const isKept = clause.had('keep')
  if (!isNegative && !isKept) return undefined
  // “Not bright enough” and “not sharp” complain of too little.
  if (clause.had('enough') && !clause.had('touch', 'keep')) return undefined
  if (clause.had('not') && clause.had('too', 'much') && !clause.had('touch')) {
    clause.takeEverything()
    return { kind: 'soften' }
  }
  if (isKept && !isNegative && asksForMore(clause)) {
    clause.take('keep')
    return undefined
  }
  if (clause.had('text', 'logo')) {
    clause.takeEverything()
    return { kind: 'protect', layers: [], steps: [] }
  }
  const layers = takeLayers(clause)
  if (isNegative && layers.includes('background') && clause.has('remove')) {
    clause.takeEverything()
    return { kind: 'protect', layers: [], steps: ['cutout'] }
  }
  const steps = FORBIDDEN.flatMap(([meanings, kinds]) => (clause.take(...meanings) ? kinds : []))
  if (layers.length === 0 && steps.length === 0) return undefined
  const isOfLayer = layers.length > 0
  // “The plate stays white” is about the plate.
  if (isOfLayer) clause.takeAll('hue:')
  clause.take(
    'not',
    'without',
    'except',
    'keep',
    'touch',
    'remove',
    'replace',
    'add',
    'more',
    'less',
    'only',
    'too',
    'everything',
    'much',
    'slightly',
    'improve',
  )
  return { kind: 'protect', layers, steps: isOfLayer ? [] : steps }
}
