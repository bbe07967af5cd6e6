import { sha256 } from '../content-hash.ts'

/**
 * The Idempotency-Key of a request, derived from everything that determines its result. The same request has the same key
 * in every run, so an interrupted run is charged only once.
 *
 * @example
 * idempotencyKey('/api/upscale', { image_url, scale: 4 })
 */
export const idempotencyKey = (...request: readonly unknown[]): string => sha256(JSON.stringify(request))
