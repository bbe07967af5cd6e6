import type { NotDone } from '../edit-step.ts'
import type { Meaning } from '../words/word-meanings.ts'
import type { Clause } from './clause.ts'
import { isMeaning } from './frames/adjectives.ts'
import type { JoinedClauses } from './joined-clauses.ts'

/** Meanings of clauses that can only be about a picture. */
const SURE: readonly Meaning[] = [
  ...(['wish', 'background', 'highlights', 'shadows', 'cutout', 'deblur', 'neutral', 'mono', 'text', 'logo'] as const),
  ...(['percent', 'stop', 'pixel'] as const),
]
const SURE_KINDS: ReadonlySet<Clause['tokens'][number]['kind']> = new Set(['ratio', 'size', 'resolution', 'quote'])

const isSure = (clause: Clause): boolean =>
  clause.had(...SURE) ||
  clause.tokens.some((token) => SURE_KINDS.has(token.kind) || isMeaning('format:', 'platform:')(token))

/**
 * Takes out what may be no order, from an instruction that also says something else: “bigger than ever: the burger” and “turn left
 * after the church” have words for changes, and so have recipes.
 */
export function withoutDoubtful(joined: JoinedClauses, clauses: readonly Clause[]): JoinedClauses {
  const { steps, notDone } = joined
  // “Ten minutes” is a unit of something else.
  if (!notDone.some(({ obstacle }) => obstacle === 'unknown_words' || obstacle === 'unit')) return joined
  const sure = new Set(clauses.filter(isSure).map(({ text }) => text))
  const doubtful = steps.filter(({ step, text }) => step.kind !== 'relight' && !sure.has(text))
  const unknown = (text: string): NotDone => ({ text, obstacle: 'unknown_words' })
  return {
    ...joined,
    steps: steps.filter((one) => !doubtful.includes(one)),
    notDone: [
      ...notDone.map((one) => (one.obstacle === 'invention' && !sure.has(one.text) ? unknown(one.text) : one)),
      ...doubtful.map(({ text }) => unknown(text)),
    ],
  }
}
