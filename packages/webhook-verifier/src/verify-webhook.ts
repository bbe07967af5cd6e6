import { readBody, type WebhookBody } from './body.ts'
import type { Dedupe } from './dedupe.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookEnvelope, WebhookEvent } from './events.ts'
import { matching, SIGNATURE_HEADER, wellFormed } from './signature.ts'

type HeaderValue = string | readonly string[] | null | undefined

/** The signature, or all headers of the request in any of the forms that frameworks have. */
export type SignatureSource = HeaderValue | Headers | Readonly<Record<string, HeaderValue>>

export interface VerifyOptions {
  /**
   * The signing secret of the endpoint, or several while rotating. After the first, `undefined` is left out, so that
   * the variable of an old secret need not be set.
   */
  readonly secrets: string | readonly (string | undefined)[]
  /** Recognises repeats. Without it no event is called a duplicate. */
  readonly dedupe?: Dedupe | undefined
  /** How old an event may be, in seconds. Default 259,200: three days. `Infinity` lets any date pass. */
  readonly maxAgeSeconds?: number | undefined
  /** How far an event may be ahead of this machine's clock, in seconds. Default 300. */
  readonly maxSkewSeconds?: number | undefined
  /** Default 1,048,576. */
  readonly maxBodyBytes?: number | undefined
  /** Milliseconds since 1970, for tests. */
  readonly now?: (() => number) | undefined
}

export interface VerifiedWebhook {
  /** Typed by `type`; while running there may be types that came after this package was made. */
  readonly event: WebhookEvent
  /** True when `dedupe` knows it as handled: answer 2xx and do nothing. */
  readonly duplicate: boolean
  /** Which of `secrets` the signature fits. */
  readonly secretIndex: number
}

/**
 * Turns a request into an event that is known to be genuine and fresh.
 *
 * With `dedupe`, an event that is not a duplicate has been claimed by this call: tell `dedupe.done(event.id)` when it is
 * handled, or `dedupe.release(event.id)` when that failed. `fetchWebhook` and the adapters do so themselves.
 *
 * @throws WebhookVerificationError answer with its `status` and, if you like, its `message`; `hint` is for your log.
 * @example const { event } = await verifyWebhook(rawBody, request.headers, { secrets: process.env.WEBHOOK_SECRET })
 */
export async function verifyWebhook(
  body: WebhookBody,
  signature: SignatureSource,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  const { dedupe, maxAgeSeconds = 259_200, maxSkewSeconds = 300, maxBodyBytes = 2 ** 20, now = Date.now } = options
  // NaN, as of a variable that is not set, would let any date pass, and a text adds up to another text. Then there are no
  // secrets, which is refused as the misconfiguration that it is.
  const memory = maxAgeSeconds + maxSkewSeconds
  const given = [memory === +maxAgeSeconds + +maxSkewSeconds && options.secrets].flat() as (string | undefined)[]
  const [current, ...others] = given
  // The first has to be there: without it, new events would look forged.
  const secrets = [current, ...others.filter((secret) => secret !== undefined)] as string[]
  const one = single(signature)
  const bytes = await readBody(body, maxBodyBytes)
  const match = await matching(bytes, one, secrets)
  if (match < 0) throw await mismatch(bytes, one, secrets)
  const event = parse(bytes)

  const age = (now() - Date.parse(event.createdAt)) / 1000
  // Worded so that a date that cannot be read is refused too.
  if (maxAgeSeconds < Infinity && !(age <= maxAgeSeconds && age >= -maxSkewSeconds)) {
    throw new WebhookVerificationError(400, 'outside_window', 'Outside the window.')
  }
  // For as long as the event would be accepted, also when it came from a clock that is ahead.
  const state = await dedupe?.begin(event.id, memory)
  if (state === 'in_progress') throw new WebhookVerificationError(503, state, 'Being handled.')
  return {
    event: event as WebhookEvent,
    duplicate: state === 'done',
    secretIndex: given.indexOf(secrets[match]),
  }
}

/** The one signature that came along: of two, nobody knows which the sender meant. */
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

/** Why the signature does not match, as far as that is known. The operator gets a hint, and the sender gets none. */
async function mismatch(bytes: ArrayBuffer, signature: string, secrets: string[]) {
  let hint = 'Is it the secret of this endpoint?'
  try {
    if ((await matching(JSON.stringify(parse(bytes)), signature, secrets)) >= 0) {
      hint = 'It fits JSON.stringify of the body: reformatted.'
    }
  } catch {
    // Not JSON: nothing more is known.
  }
  return new WebhookVerificationError(401, 'signature_mismatch', 'Not the signature of the body.', hint)
}

function parse(bytes: ArrayBuffer): WebhookEnvelope {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (event.id && typeof event.id === 'string' && typeof event.type === 'string') return event
  } catch {
    // It is refused below, like JSON that is not an event.
  }
  throw new WebhookVerificationError(400, 'payload_invalid', 'Not a JSON event.')
}
