import { createHmac } from 'node:crypto'

export const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw=='

/** The signature from a different implementation than the one under test. */
export const hmac = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex')

let count = 0

/** The JSON of a deletion event, by default with the current time. */
export const eventBody = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: `evt_${++count}`,
    type: 'photo.deleted',
    createdAt: new Date().toISOString(),
    data: { photo: { id: 'run_1', deletedAt: '2026-11-21T09:31:00.000Z' } },
    ...changes,
  })

/** A POST that delivers the body. */
export const delivery = (body: string, signature: string | null = hmac(body)) =>
  new Request('https://shop.example.com/hooks', {
    method: 'POST',
    body,
    headers: signature === null ? {} : { 'X-Service-Signature': signature },
  })

/** Resolves when `open` is called. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
