import { readBody, type WebhookBody } from './body.ts'
import type { Dedupe } from './dedupe.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookEnvelope, WebhookEvent } from './events.ts'
import { matching, SIGNATURE_HEADER, wellFormed } from './signature.ts'

type HeaderValue = string | readonly string[] | null | undefined

/** The signature, or all headers of the request in any form that frameworks use. */
export type SignatureSource = HeaderValue | Headers | Readonly<Record<string, HeaderValue>>

export interface VerifyOptions {
  /**
   * The signing secret of the endpoint, or several during a rotation. After the first one, `undefined` is ignored, so that
   * the variable of an old secret need not be set.
   */
  readonly secrets: string | readonly (string | undefined)[]
  /** Recognises repeats. Without it, `duplicate` is always false. */
  readonly dedupe?: Dedupe | undefined
  /** How old an event may be, in seconds. Default 259,200: three days. `Infinity` accepts any date. */
  readonly maxAgeSeconds?: number | undefined
  /** How far an event may be ahead of this machine's clock, in seconds. Default 300. */
  readonly maxSkewSeconds?: number | undefined
  /** The largest body, in bytes. Default 1,048,576. */
  readonly maxBodyBytes?: number | undefined
  /** The current time in milliseconds since 1970, for tests. */
  readonly now?: (() => number) | undefined
}

export interface VerifiedWebhook {
  /** Typed by `type`. At run time there may be types that are newer than this package. */
  readonly event: WebhookEvent
  /** True if `dedupe` knows the event as handled. Answer 2xx and do nothing. */
  readonly duplicate: boolean
  /** The index of the secret that matches the signature. */
  readonly secretIndex: number
}

/**
 * Verifies a request and returns its event, which is then genuine and recent.
 *
 * With `dedupe`, this call claims an event that is not a duplicate. Call `dedupe.done(event.id)` when it is handled, or
 * `dedupe.release(event.id)` if that failed. `fetchWebhook` and the adapters do this themselves.
 *
 * @throws WebhookVerificationError respond with its `status` and optionally its `message`; `hint` is for your log.
 * @example const { event } = await verifyWebhook(rawBody, request.headers, { secrets: process.env.WEBHOOK_SECRET })
 */
export async function verifyWebhook(
  body: WebhookBody,
  signature: SignatureSource,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  const { dedupe, maxAgeSeconds = 259_200, maxSkewSeconds = 300, maxBodyBytes = 2 ** 20, now = Date.now } = options
  // NaN, for example from an unset variable, would accept any date, and a text would be concatenated. In both cases the
  // secrets are replaced by false, which is refused as a misconfiguration.
  const memory = maxAgeSeconds + maxSkewSeconds
  const given = [memory === +maxAgeSeconds + +maxSkewSeconds && options.secrets].flat() as (string | undefined)[]
  const [current, ...others] = given
  // The first secret is required. Without it, new events would look forged.
  const secrets = [current, ...others.filter((secret) => secret !== undefined)] as string[]
  const received = single(signature)
  const bytes = await readBody(body, maxBodyBytes)
  const match = await matching(bytes, received, secrets)
  if (match < 0) throw await mismatch(bytes, received, secrets)
  const event = parse(bytes)

  const age = (now() - Date.parse(event.createdAt)) / 1000
  // Negated, so that an invalid date is refused too.
  if (maxAgeSeconds < Infinity && !(age <= maxAgeSeconds && age >= -maxSkewSeconds)) {
    throw new WebhookVerificationError(400, 'outside_window', 'Outside the window.')
  }
  // Remembered for as long as the event would be accepted, including the allowed clock skew.
  const state = await dedupe?.begin(event.id, memory)
  if (state === 'in_progress') throw new WebhookVerificationError(503, state, 'Being handled.')
  return {
    event: event as WebhookEvent,
    duplicate: state === 'done',
    secretIndex: given.indexOf(secrets[match]),
  }
}

/** The signature of the request. Two signatures are refused, because it is unclear which one is meant. */
function single(source: SignatureSource): string {
  const values =
    Object(source) !== source || Array.isArray(source)
      ? source
      : ((source as Partial<Headers>).get?.(SIGNATURE_HEADER) ??
        Object.entries(source as object).flatMap(([name, value]) =>
          name.toLowerCase() === SIGNATURE_HEADER ? value : [],
        ))
  const signature = [values].flat().join()
  if (wellFormed(signature)) return signature
  throw new WebhookVerificationError(
    401,
    signature ? 'signature_malformed' : 'signature_missing',
    `${SIGNATURE_HEADER} must be there once: 64 hex characters.`,
  )
}

/** The error for a signature that does not match. It has a hint for the operator, which the sender does not see. */
async function mismatch(bytes: ArrayBuffer, signature: string, secrets: string[]) {
  let hint = 'Is it the secret of this endpoint?'
  try {
    if ((await matching(JSON.stringify(parse(bytes)), signature, secrets)) >= 0) {
      hint = 'It fits JSON.stringify of the body: reformatted.'
    }
  } catch {
    // The body is not JSON, so there is no better hint.
  }
  return new WebhookVerificationError(401, 'signature_mismatch', 'Not the signature of the body.', hint)
}

function parse(bytes: ArrayBuffer): WebhookEnvelope {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (event.id && typeof event.id === 'string' && typeof event.type === 'string') return event
  } catch {
    // Refused below, like JSON that is not an event.
  }
  throw new WebhookVerificationError(400, 'payload_invalid', 'Not a JSON event.')
}
