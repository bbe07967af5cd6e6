/** Where JSON text stops being JSON; lines and columns count from 1. */
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
 * Finds the first character that cannot be part of JSON. The engine's own message has a position in some
 * versions and for some lengths only, so it is looked for here; only ever called on text that did not parse.
 */
export function jsonErrorPosition(text: string): JsonPosition {
  const offset = Math.min(scan(text), text.length)
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Walks the text with the closing brackets still owed on a stack, so that depth costs no calls. */
function scan(text: string): number {
  const owed: ('}' | ']')[] = []
  let at = 0
  let expecting: 'value' | 'name' | 'end' = 'value'
  /** Right after an opening bracket the closing one may follow. */
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
      if (owed.length === 0) return at
      if (character === owed.at(-1)) owed.pop()
      else if (character === ',') expecting = owed.at(-1) === '}' ? 'name' : 'value'
      else return at
      at += 1
      fresh = false
      continue
    }
    if (fresh && character === owed.at(-1)) {
      owed.pop()
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
      owed.push(character === '{' ? '}' : ']')
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
