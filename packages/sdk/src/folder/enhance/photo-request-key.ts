import { sha256 } from '../content-hash.ts'
import type { ContentId } from '../scan/photo-content.ts'
import type { PhotoRequest } from './folder-options.ts'

/**
 * The Idempotency-Key of one photo with these options, and its key in the ledger: 64 hex characters. The same photo with the
 * same options has the same key in every run, so a killed run is charged only once.
 */
export function photoRequestKey(
  content: ContentId,
  { preset, formats, removeBackground, upscale, subject }: PhotoRequest,
): string {
  return sha256(`${content}\n${JSON.stringify({ preset, formats, removeBackground, upscale, subject })}`)
}

/** The options that determine how a result looks, independent of the other formats in the request. */
export const appearanceOf = ({ preset, removeBackground, upscale, subject }: PhotoRequest): string =>
  JSON.stringify({ preset, removeBackground, upscale, subject })
