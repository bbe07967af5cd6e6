import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Request } from 'express'
import { canonicalJson } from '../../base/canonical-json.ts'
import { InvalidRequest, type Violation } from '../../base/service-error.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import { endpointOf } from './request-context.ts'

const HEADER = 'Idempotency-Key'
const KEY = /^[\x20-\x7e]{1,255}$/

/** The violations of a malformed key, where a key counts. */
export function keyViolations(req: Request, endpoint: Endpoint): Violation[] {
  const given = givenKey(req, endpoint)
  return given === undefined || KEY.test(given)
    ? []
    : [{ loc: ['header', HEADER], msg: 'must be 1 to 255 printable ASCII characters', type: 'pattern' }]
}

/**
 * The key of a request. It counts on POST with a credential and is ignored everywhere else.
 *
 * @throws InvalidRequest when it is malformed.
 */
export function idempotencyKeyOf(req: Request): string | undefined {
  const endpoint = endpointOf(req)
  const violations = keyViolations(req, endpoint)
  if (violations.length > 0) throw new InvalidRequest(violations)
  return givenKey(req, endpoint)
}

const givenKey = (req: Request, { method }: Endpoint): string | undefined =>
  method === 'POST' && req.context.principal ? req.get(HEADER) : undefined

/**
 * A hash that identifies a request: method, path, query, the body as canonical JSON and the bytes of each file.
 *
 * @param stable Normalizes a text: a link that was signed again still names the same picture.
 */
export async function fingerprintOf(req: Request, stable: (text: string) => string): Promise<string> {
  const { query, body, files, rawBody } = req.context
  const hash = createHash('sha256').update(`${req.method} ${req.path}\n${canonicalJson(query, stable)}\n`)
  hash.update(rawBody ?? canonicalJson(body, stable))
  for (const { field, path } of files) hash.update(`\n${JSON.stringify(field)} ${await hashOf(path)}`)
  return hash.digest('hex')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
