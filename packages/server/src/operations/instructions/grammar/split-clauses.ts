import type { Meaning } from '../words/word-meanings.ts'
import { type Clause, createClause, type Joint } from './clause.ts'
import type { Token } from './tag-tokens.ts'

const JOINTS: Readonly<Partial<Record<Meaning, Joint>>> = {
  and: 'and',
  next: 'next',
  but: 'but',
  reason: 'reason',
  without: 'but',
  except: 'but',
}

/** Meanings that can be what a clause is about. A negation after one of them begins a clause. */
const HEAD =
  /^((fix|is):)?(light|warmth|contrast|colour|sharpen|denoise)[+-]?$|^(crop|closer|rotate|flip|straighten|blur|deblur|relight|upscale|resize|improve|neutral|cutout|remove|replace|square)$|^(format|platform):/

const isHead = (token: Token): boolean =>
  token.kind === 'ratio' || token.kind === 'size' || (token.kind === 'meaning' && HEAD.test(token.meaning))

const isReplaced = (token: Token): boolean => token.kind === 'meaning' && token.meaning === 'replace'

/** A negation that begins a clause without a comma before it. In German it may also stand at the end of its own. */
const beginsNegation = (token: Token, current: readonly Token[]): boolean =>
  token.kind === 'meaning' &&
  (token.meaning === 'not' || token.meaning === 'keep') &&
  !current.some((one) => one.kind === 'meaning' && one.meaning === 'not') &&
  token.language !== 'de' &&
  current.some(isHead)

/** Divides an instruction into clauses: at commas, at words that join, and before negations. */
export function splitClauses(tokens: readonly Token[], isDescription = false): Clause[] {
  const clauses: Clause[] = []
  let current: Token[] = []
  let joint: Joint = 'start'
  const end = (next: Joint) => {
    if (current.length > 0) clauses.push(createClause(joint, current, isDescription))
    // Of several joints in a row, as in “, and then”, the last one counts, except that “but” is never lost.
    joint = current.length === 0 && joint === 'but' && next !== 'reason' ? 'but' : next
    current = []
  }
  for (const token of tokens) {
    if (token.kind === 'break') {
      end(/^,+$/.test(token.text) ? 'comma' : 'stop')
      continue
    }
    const next = token.kind === 'meaning' ? JOINTS[token.meaning] : undefined
    // “Swap the background for white.”
    if (next === 'reason' && token.kind === 'meaning' && token.language === 'en' && current.some(isReplaced)) continue
    if (next) {
      end(next)
      // These two belong to the clause that they begin.
      if (token.kind === 'meaning' && (token.meaning === 'without' || token.meaning === 'except')) current.push(token)
      continue
    }
    if (beginsNegation(token, current)) end('but')
    current.push(token)
  }
  end('stop')
  return clauses
}
