import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EnhancedPhoto, PhotoService } from '../../src/enhance/service.ts'

export interface Call {
  readonly image: unknown
  readonly idempotencyKey: string
  readonly maxCredits: number | undefined
}

/** What the server says to the n-th call, counted from 1. */
export type Reply = (call: Call, number: number) => Partial<EnhancedPhoto> | Promise<Partial<EnhancedPhoto>>

/** A service in memory that keeps the calls made to it. `reply` may throw. */
export function memoryPhotos(reply: Reply = () => ({})) {
  const calls: Call[] = []
  let underway = 0
  let busiest = 0
  const photos: PhotoService = {
    async enhance(image, _options, { idempotencyKey, maxCredits }) {
      const call = { image, idempotencyKey, maxCredits }
      busiest = Math.max(busiest, ++underway)
      try {
        // Long enough for others to be under way at the same time.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { ...photo(), ...(await reply(call, calls.push(call))) }
      } finally {
        underway--
      }
    },
  }
  return { photos, calls, busiest: () => busiest }
}

const photo = (): EnhancedPhoto => ({
  creditsUsed: 1,
  warnings: [],
  extension: () => '.jpg',
  async save(format, path) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${format} picture`)
  },
  read: async (format) => Buffer.from(`${format} picture`),
})

/** A failure as the SDK throws it. */
export const refusal = (status: number, code: string, extra: object = {}): Error =>
  Object.assign(new Error(`Refused: ${code}.`), { name: 'APIError', status, code, ...extra })

export const connectionFailure = (): Error =>
  Object.assign(new Error('The connection failed (ECONNREFUSED).'), {
    name: 'ConnectionError',
    code: 'connection_failed',
  })
