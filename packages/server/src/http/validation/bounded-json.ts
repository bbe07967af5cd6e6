import { InvalidRequest, ServiceError } from '../../base/service-error.ts'
import type { Bounds } from './body-bounds.ts'

/** Far more than the contract needs. Much deeper text would exhaust the stack of a recursive function. */
const MAX_DEPTH = 64

/** The values of a body that the document does not describe: those of unknown fields and of free objects, all together. */
export const FREE_VALUES = 5_000

/**
 * How much of something is read where the document allows `bound` of it. A mistake by a little is left to the validator, which
 * names all violations at once. More is refused unread, because time goes into each value and each violation.
 */
export const readable = (bound: number): number => 2 * bound + 100

/** The same for the items of a list. Lists stand in lists, so what is read in addition is multiplied. */
export const readableItems = (bound: number): number => 2 * bound + 20

/**
 * Parses JSON text that a caller sent, once it is known that the text is not much larger than the document allows. Counting
 * takes one pass over the text and no memory, whatever is in it. Parsing a megabyte of tiny values takes a hundred times
 * as long, and validating it a thousand times.
 *
 * @param bounds Undefined when the document does not describe the value.
 * @param at The place of the value, for violations.
 * @throws InvalidRequest with the field and its bound. ServiceError `bad_json` for too many levels. SyntaxError
 */
export function parseBounded(text: string, bounds: Bounds | undefined, at: readonly string[] = ['body']): unknown {
  measure(text, bounds, at)
  return JSON.parse(text)
}

/** A list or an object whose end has not been read. */
interface Open {
  readonly bounds: Bounds | undefined
  readonly isList: boolean
  members: number
  /** Of the field that is being read. */
  name: string
  expectsName: boolean
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const OPENING_LIST = 0x5b
const SCALAR_END = /[\s,:[\]{}"]/g

function measure(text: string, root: Bounds | undefined, at: readonly string[]): void {
  const stack: Open[] = []
  let free = 0

  const refuse = (msg: string, type: string, depth = stack.length): never => {
    const steps = stack.slice(0, depth).map(({ isList, members, name }) => (isList ? members - 1 : name))
    throw new InvalidRequest([{ loc: [...at, ...steps], msg, type }])
  }
  const countFree = (): void => {
    free += 1
    if (free > FREE_VALUES)
      refuse(`must NOT have more than ${FREE_VALUES} values that the document does not describe`, 'maxProperties', 0)
  }

  /** Counts a value that begins, and returns its bounds. */
  const begin = (): Bounds | undefined => {
    const open = stack.at(-1)
    if (!open) return root
    const { bounds, isList } = open
    const described = isList ? bounds?.items : bounds?.field(open.name)
    if (!bounds || !described) {
      countFree()
      if (isList) open.members += 1
      return undefined
    }
    open.members += 1
    const most = isList ? bounds.maxItems : bounds.maxFields
    if (most !== undefined && open.members > (isList ? readableItems : readable)(most)) {
      const [what, type] = isList ? ['items', 'maxItems'] : ['fields', 'maxProperties']
      refuse(`must NOT have more than ${most} ${what}`, type, stack.length - 1)
    }
    return described
  }

  for (let here = 0; here < text.length; here += 1) {
    const code = text.charCodeAt(here)
    const open = stack.at(-1)
    if (code === QUOTE) {
      const { end, length } = readString(text, here)
      if (open?.expectsName) {
        open.name = nameIn(text.slice(here, end + 1))
        open.expectsName = false
      } else {
        const most = begin()?.maxLength
        // Two units of UTF-16 may be one character.
        if (most !== undefined && length > 2 * readable(most))
          refuse(`must NOT have more than ${most} characters`, 'maxLength')
      }
      here = end
    } else if (OPENING.has(code)) {
      const bounds = begin()
      if (stack.length >= MAX_DEPTH)
        throw new ServiceError('bad_json', `The ${at.join('.')} is nested deeper than ${MAX_DEPTH} levels.`)
      const isList = code === OPENING_LIST
      stack.push({ bounds, isList, members: 0, name: '', expectsName: !isList })
    } else if (CLOSING.has(code)) stack.pop()
    else if (code === COMMA) {
      if (open && !open.isList) open.expectsName = true
    } else if (code > 0x20 && code !== COLON) {
      begin()
      SCALAR_END.lastIndex = here + 1
      here = (SCALAR_END.exec(text)?.index ?? text.length) - 1
    }
  }
}

/** The index of the closing quote, or the end of the text, and the number of UTF-16 units in between. */
function readString(text: string, start: number): { readonly end: number; readonly length: number } {
  let end = start + 1
  let length = 0
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === QUOTE) break
    if (code === BACKSLASH) end += text[end + 1] === 'u' ? 5 : 1
    length += 1
  }
  return { end, length }
}

function nameIn(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return String(JSON.parse(token))
  } catch {
    // Parsing the whole text says where it is wrong.
    return token
  }
}
