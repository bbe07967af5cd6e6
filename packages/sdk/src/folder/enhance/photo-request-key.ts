import { sha256 } from '../content-hash.ts'
import type { ContentId } from '../scan/photo-content.ts'
import type { PhotoRequest } from './folder-options.ts'

/** JSON in which the fields of a place are sorted, so that the order in which they were written does not matter. */
const asText = (request: object): string =>
  JSON.stringify(request, (_, value) => (value?.y >= 0 ? Object.entries(value).sort() : value))

/**
 * The Idempotency-Key of one photo with these options, and its key in the ledger: 64 hex characters. The same photo with the
 * same options has the same key in every run, so a killed run is charged only once. The other fields of a request are always
 * in the order of `photoRequestOf`; JSON leaves out those without a value.
 */
export const photoRequestKey = (content: ContentId, request: PhotoRequest): string =>
  sha256(`${content}\n${asText(request)}`)

/** The options that determine how a result looks, independent of the other formats in the request. */
export const appearanceOf = (request: PhotoRequest): string => asText({ ...request, formats: undefined })
