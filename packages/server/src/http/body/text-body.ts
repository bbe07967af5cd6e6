import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/service-error.ts'
import type { Bounds } from '../validation/body-bounds.ts'
import { parseBounded } from '../validation/bounded-json.ts'
import { searchParamsToObject } from '../validation/search-params.ts'
import { jsonErrorPosition } from './json-error-position.ts'
import { readBodyBytes } from './read-body-bytes.ts'

export interface TextBody {
  /** Undefined when the body is empty. */
  readonly value: unknown
  readonly raw: Buffer
}

/** Reads and parses a JSON body. @throws ServiceError `bad_json`, InvalidRequest, and what `readBodyBytes` throws */
export async function readJson(req: IncomingMessage, maxBytes: number, bounds: Bounds | undefined): Promise<TextBody> {
  const raw = await readBodyBytes(req, maxBytes)
  return { value: raw.length === 0 ? undefined : parse(raw, bounds), raw }
}

/** Reads `name=value&…`. A name that comes more than once holds a list. */
export async function readUrlencoded(req: IncomingMessage, maxBytes: number): Promise<TextBody> {
  const raw = await readBodyBytes(req, maxBytes)
  return { value: raw.length === 0 ? undefined : searchParamsToObject(new URLSearchParams(raw.toString('utf8'))), raw }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(raw: Buffer, bounds: Bounds | undefined): unknown {
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    throw new ServiceError('bad_json', 'The body is not UTF-8 text.')
  }
  try {
    return parseBounded(text, bounds)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { offset, line, column } = jsonErrorPosition(text)
    const problem = offset < text.length ? 'unexpected character' : 'it ends too early,'
    const message = `The body is not valid JSON: ${problem} at line ${line}, column ${column} (character ${offset}).`
    throw new ServiceError('bad_json', message, { position: offset, line, column })
  }
}
