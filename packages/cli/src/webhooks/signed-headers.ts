import { createHmac } from 'node:crypto'
import { sign } from '@platelight/webhook-verifier'
import { version } from '../../package.json'
import type { HeaderLines } from './post-event.ts'

/** Headers that contain or belong to a signature. */
const SIGNATURES = /^(x-service-signature|webhook-(id|timestamp|signature))$/i

/**
 * The headers that the service sends with an event: the signature of the exact bytes, and for secrets of that form the
 * Standard Webhooks headers.
 */
export async function signedHeaders(body: Buffer, id: string, secret: string, now: number): Promise<HeaderLines> {
  return [
    ['Content-Type', 'application/json'],
    ['User-Agent', `platelight-cli/${version}`],
    ...(await signatures(body, id, secret, now)),
  ]
}

/** Replaces the signatures in headers. */
export async function resignHeaders(
  headers: HeaderLines,
  body: Buffer,
  id: string,
  secret: string,
  now: number,
): Promise<HeaderLines> {
  return [...headers.filter(([name]) => !SIGNATURES.test(name)), ...(await signatures(body, id, secret, now))]
}

async function signatures(body: Buffer, id: string, secret: string, now: number): Promise<HeaderLines> {
  const signature = ['X-Service-Signature', await sign(body, secret)] as const
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (encoded === undefined) return [signature]
  const timestamp = String(Math.floor(now / 1000))
  const mac = createHmac('sha256', Buffer.from(encoded, 'base64')).update(`${id}.${timestamp}.`).update(body)
  return [
    signature,
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', `v1,${mac.digest('base64')}`],
  ]
}
