import { sha256 } from '../content-hash.ts'

/**
 * The Idempotency-Key of a request, made of all that decides its result. The same request has the same key in every run,
 * so a run that was interrupted is paid for once.
 *
 * @example
 * idempotencyKey('/api/upscale', { image_url, scale: 4 })
 */
export const idempotencyKey = (...request: readonly unknown[]): string => sha256(JSON.stringify(request))
