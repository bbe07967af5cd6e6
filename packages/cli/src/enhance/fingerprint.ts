import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Format } from './events.ts'

/** What is asked of the server for every photo of a run, complete and in a fixed order. */
export interface EnhanceOptions {
  readonly preset: string
  readonly formats: readonly Format[]
  readonly removeBackground: boolean
  readonly upscale: boolean
}

/** The content a key stands for: the SHA-256 of a file, or an address, whose content we never see. */
export type Content = { readonly sha256: string } | { readonly url: string }

/**
 * The Idempotency-Key of one photo with these options, 64 hex characters. The same photo asked for in the same way
 * has the same key in every run, which is why a run that was killed is paid for once.
 */
export function idempotencyKey(
  content: Content,
  { preset, formats, removeBackground, upscale }: EnhanceOptions,
): string {
  const subject = 'sha256' in content ? `sha256:${content.sha256}` : `url:${content.url}`
  const wish = JSON.stringify({ preset, formats, removeBackground, upscale })
  return createHash('sha256').update(`${subject}\n${wish}`).digest('hex')
}

export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash, { signal })
  return hash.digest('hex')
}

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
