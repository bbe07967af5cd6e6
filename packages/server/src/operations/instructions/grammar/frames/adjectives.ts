import type { Meaning } from '../../words/word-meanings.ts'
import type { Clause } from '../clause.ts'
import { ADJECTIVE_FIRST } from '../languages.ts'
import type { Token } from '../tag-tokens.ts'
import type { ClauseReading } from './clause-reading.ts'

/** “Heller Teller”: before a noun, the German ending is that of a case, and compares nothing. */
export function isStrongForm({ tokens }: Clause, at: number): boolean {
  const [own, next] = [tokens[at], tokens[at + 1]]
  return (
    own?.kind === 'meaning' &&
    own.language === 'de' &&
    /er$/.test(own.text) &&
    (next?.kind === 'unknown' || isMeaning(...THINGS)(next))
  )
}

/** What makes a wish of an adjective: “make it warm”, “too warm”, “it is warm”. */
export const ASKING: readonly Meaning[] = ['wish', 'more', 'less', 'too', 'scarce', 'enough', 'fix', 'state', 'lift']
/** What has its own light and colour. */
export const THINGS: readonly Meaning[] = ['dish', 'plate', 'table', 'thing']

/** Whether a clause tells of the food and wishes for nothing: “the soup was cold”, “softer bread”. */
export const isAboutFood = (clause: Clause): boolean => clause.had('dish') && !clause.had('wish', 'keep')

/** Whether the adjectives of a clause ask for a change. In a description they do where it speaks of nothing else. */
export function areAdjectivesAsked({ clause, inherited }: Pick<ClauseReading, 'clause' | 'inherited'>): boolean {
  if (clause.had(...ASKING) || inherited.isAsked) return true
  const isOfThing = clause.had(...THINGS)
  if (!clause.isDescription) return !isOfThing && !clause.tokens.some(isMeaning('is:'))
  return clause.had('light') || (!isOfThing && clause.tokens.every(isMeaning('is:', 'warmth', 'filler', ...DEGREES)))
}

const DEGREES = ['slightly', 'much', 'soft'] as const

/** Whether a token has a meaning that begins like one of these. */
export const isMeaning =
  (...beginnings: readonly string[]) =>
  (token: Token | undefined): boolean =>
    token?.kind === 'meaning' && beginnings.some((one) => token.meaning.startsWith(one))

/** Whether an adjective belongs to a thing: before the noun, or behind it where the language puts it there. */
export function isOfNoun({ tokens }: Clause, at: number): boolean {
  const own = tokens[at]
  if (own?.kind !== 'meaning') return false
  const way = ADJECTIVE_FIRST.includes(own.language) ? 1 : -1
  let nounAt = at + way
  for (let token = tokens[nounAt]; token && isMeaning('is:', 'hue:')(token); token = tokens[nounAt]) nounAt += way
  const [noun, before] = [tokens[nounAt], tokens[at - 1]]
  const isCompared = before !== undefined && isMeaning('more', 'less', 'too')(before)
  return !isCompared && noun !== undefined && isMeaning(...THINGS, 'background')(noun)
}
