import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/service-error.ts'
import { searchParamsToObject } from '../validation/search-params.ts'
import { jsonErrorPosition } from './json-error-position.ts'
import { readBodyBytes } from './read-body-bytes.ts'

/** Far more than the contract needs. Much deeper text would exhaust the stack of a recursive parser. */
const MAX_DEPTH = 64

export interface TextBody {
  /** Undefined when the body is empty. */
  readonly value: unknown
  readonly raw: Buffer
}

export interface TextReader {
  /** Reads and parses a JSON body. @throws ServiceError `bad_json` and what `readBytes` throws */
  json(req: IncomingMessage): Promise<TextBody>
  /** Reads `name=value&…`. A name that comes more than once holds a list. */
  urlencoded(req: IncomingMessage): Promise<TextBody>
}

export const createTextReader = ({ jsonBytes }: { jsonBytes: number }): TextReader => ({
  async json(req) {
    const raw = await readBodyBytes(req, jsonBytes)
    return { value: raw.length === 0 ? undefined : parse(raw), raw }
  },
  async urlencoded(req) {
    const raw = await readBodyBytes(req, jsonBytes)
    return {
      value: raw.length === 0 ? undefined : searchParamsToObject(new URLSearchParams(raw.toString('utf8'))),
      raw,
    }
  },
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(raw: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    throw new ServiceError('bad_json', 'The body is not UTF-8 text.')
  }
  if (isDeeperThan(text, MAX_DEPTH))
    throw new ServiceError('bad_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  try {
    return JSON.parse(text)
  } catch {
    const { offset, line, column } = jsonErrorPosition(text)
    const problem = offset < text.length ? 'unexpected character' : 'it ends too early,'
    const message = `The body is not valid JSON: ${problem} at line ${line}, column ${column} (character ${offset}).`
    throw new ServiceError('bad_json', message, { position: offset, line, column })
  }
}

/** Counts brackets outside strings. Text that is too short to be that deep is not scanned. */
function isDeeperThan(text: string, levels: number): boolean {
  if (text.length <= 2 * levels) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === 0x22) inString = !inString
    else if (inString) at += character === 0x5c ? 1 : 0
    else if (character === 0x7b || character === 0x5b) {
      depth += 1
      if (depth > levels) return true
    } else if (character === 0x7d || character === 0x5d) depth -= 1
  }
  return false
}
