import { isUnit, type Meaning, type Unit } from '../words/word-meanings.ts'
import type { Token } from './tag-tokens.ts'

/** What stands between a clause and the one before it. */
export type Joint = 'start' | 'and' | 'comma' | 'stop' | 'next' | 'but' | 'reason'

/** A number of a clause with what follows it. */
export interface Quantity {
  readonly value: number
  readonly isSigned: boolean
  readonly unit: Unit | undefined
  /** The unknown word where a unit was expected. */
  readonly unknownUnit?: string
  readonly text: string
}

/**
 * One clause of an instruction while it is read. A frame takes the tokens that it understands; those that no frame took are
 * what was not understood.
 */
export interface Clause {
  readonly joint: Joint
  readonly tokens: readonly Token[]
  readonly text: string
  /** Whether it describes a picture, rather than to say what should change. */
  readonly isDescription: boolean
  has(...meanings: readonly Meaning[]): boolean
  /** Whether a token is there, taken or not. */
  had(...meanings: readonly Meaning[]): boolean
  take(...meanings: readonly Meaning[]): boolean
  /** Takes all tokens whose meaning begins so, and gives the rest of each. */
  takeAll(prefix: 'hue:' | 'format:' | 'platform:' | 'is:'): string[]
  takeKind<Kind extends Token['kind']>(kind: Kind): Extract<Token, { kind: Kind }> | undefined
  /** Takes all numbers, each with its unit. */
  takeQuantities(): Quantity[]
  takeEverything(): void
  /** The texts of what is left, fillers apart. */
  rest(): string[]
}

/** Words that need no frame. */
const SILENT: ReadonlySet<Meaning> = new Set<Meaning>([
  'filler',
  'thing',
  'state',
  'wish',
  'reason',
  'and',
  'next',
  'but',
  'enough',
  'fix',
])

export function createClause(joint: Joint, tokens: readonly Token[], isDescription = false): Clause {
  const left = new Set(tokens)
  const isOneOf = (token: Token, meanings: readonly Meaning[]): boolean =>
    token.kind === 'meaning' && meanings.includes(token.meaning)

  function unitAfter(index: number): { readonly unit?: Unit; readonly unknownUnit?: string; readonly end: number } {
    for (let at = index + 1; at <= index + 2 && at < tokens.length; at++) {
      const token = tokens[at]
      if (!token) break
      if (token.kind === 'meaning' && isUnit(token.meaning)) return { unit: token.meaning, end: at }
      if (token.kind === 'unknown') return { unknownUnit: token.text, end: at }
      if (token.kind !== 'meaning' || token.meaning !== 'filler') break
    }
    const before = tokens[index - 1]
    if (before?.kind === 'meaning' && before.meaning === 'percent') return { unit: 'percent', end: index }
    return { end: index }
  }

  return {
    joint,
    tokens,
    text: tokens.map(({ text }) => text).join(' '),
    isDescription,
    has: (...meanings) => [...left].some((token) => isOneOf(token, meanings)),
    had: (...meanings) => tokens.some((token) => isOneOf(token, meanings)),
    take(...meanings) {
      const found = tokens.filter((token) => left.has(token) && isOneOf(token, meanings))
      for (const token of found) left.delete(token)
      return found.length > 0
    },
    takeAll(prefix) {
      return tokens.flatMap((token) => {
        if (!left.has(token) || token.kind !== 'meaning' || !token.meaning.startsWith(prefix)) return []
        left.delete(token)
        return [token.meaning.slice(prefix.length)]
      })
    },
    takeKind<Kind extends Token['kind']>(kind: Kind) {
      const found = tokens.find(
        (token): token is Extract<Token, { kind: Kind }> => left.has(token) && token.kind === kind,
      )
      if (found) left.delete(found)
      return found
    },
    takeQuantities() {
      return tokens.flatMap((token, index): Quantity[] => {
        if (!left.has(token)) return []
        const isWord = token.kind === 'meaning' && token.meaning.startsWith('number:')
        const isFraction = token.kind === 'ratio' && token.isFraction
        if (token.kind !== 'number' && !isWord && !isFraction) return []
        const value =
          token.kind === 'number'
            ? token.value
            : token.kind === 'ratio'
              ? token.width / token.height
              : Number(token.kind === 'meaning' ? token.meaning.slice('number:'.length) : Number.NaN)
        const { unit, unknownUnit, end } = unitAfter(index)
        // In most languages “one” is also the article.
        if (isWord && value === 1 && unit === undefined) {
          left.delete(token)
          return []
        }
        for (const used of tokens.slice(index, end + 1)) left.delete(used)
        if (unit === 'percent' && end === index) {
          const sign = tokens[index - 1]
          if (sign) left.delete(sign)
        }
        const text = tokens
          .slice(index, end + 1)
          .map((used) => used.text)
          .join(' ')
        return [
          {
            value,
            unit,
            text,
            isSigned: token.kind === 'number' && token.isSigned,
            ...(unknownUnit !== undefined && { unknownUnit }),
          },
        ]
      })
    },
    takeEverything: () => left.clear(),
    rest: () =>
      tokens
        .filter((token) => left.has(token) && !(token.kind === 'meaning' && SILENT.has(token.meaning)))
        .map(({ text }) => text),
  }
}
