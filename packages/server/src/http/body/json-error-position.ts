/** Where JSON text stops being JSON. Lines and columns count from 1. */
export interface JsonPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

const BLANK = /[ \t\n\r]*/y
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const STRING_SO_FAR = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Finds the first character that cannot be part of JSON, in text that did not parse. The message of the JavaScript engine
 * has a position only in some versions and for some lengths.
 */
export function jsonErrorPosition(text: string): JsonPosition {
  const offset = Math.min(scan(text), text.length)
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Walks the text with a stack of open brackets instead of recursion, so that deep nesting cannot overflow. */
function scan(text: string): number {
  const unclosed: ('}' | ']')[] = []
  let at = 0
  let expecting: 'value' | 'name' | 'end' = 'value'
  /** True right after an opening bracket, where the closing one may follow. */
  let fresh = false

  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0].length ?? 0
  }

  for (;;) {
    at += match(BLANK)
    const character = text[at]
    if (character === undefined) return at

    if (expecting === 'end') {
      if (unclosed.length === 0) return at
      if (character === unclosed.at(-1)) unclosed.pop()
      else if (character === ',') expecting = unclosed.at(-1) === '}' ? 'name' : 'value'
      else return at
      at += 1
      fresh = false
      continue
    }
    if (fresh && character === unclosed.at(-1)) {
      unclosed.pop()
      expecting = 'end'
      fresh = false
      at += 1
      continue
    }
    if (expecting === 'name') {
      const length = match(STRING)
      if (length === 0) return at + match(STRING_SO_FAR)
      at += length
      at += match(BLANK)
      if (text[at] !== ':') return at
      at += 1
      expecting = 'value'
      fresh = false
      continue
    }
    if (character === '{' || character === '[') {
      unclosed.push(character === '{' ? '}' : ']')
      expecting = character === '{' ? 'name' : 'value'
      fresh = true
      at += 1
      continue
    }
    const length = match(character === '"' ? STRING : SCALAR)
    if (length === 0) return at + match(STRING_SO_FAR)
    at += length
    expecting = 'end'
    fresh = false
  }
}
