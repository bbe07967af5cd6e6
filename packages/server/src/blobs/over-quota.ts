import { ServiceError } from '../base/service-error.ts'

/** What is kept, whose it is and by which limit, as the beginning of a sentence: `The account keeps`. */
export interface KeptBytes {
  readonly whose: string
  readonly used: number
  readonly limit: number
  /** What sets the limit: `the Free plan`. */
  readonly of?: string
}

/** The refusal of bytes above a limit. @param wayOut What the caller can do. */
export function overQuota({ whose, used, limit, of }: KeptBytes, bytes: number, wayOut: string): ServiceError {
  const needs = bytes > 0 ? `, and this needs ${size(bytes)} more` : ''
  const allowed = of === undefined ? 'that are allowed' : `of ${of}`
  return new ServiceError(
    'storage_quota',
    `${whose} ${size(used)} of the ${size(limit)} ${allowed}${needs}. ${wayOut}`,
    {
      used_bytes: used,
      limit_bytes: limit,
      needed_bytes: bytes,
    },
  )
}

/** `1.4 GB`, `12.3 MB`, with enough digits to differ from the limit beside it. */
const size = (bytes: number): string => {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${unit}`
}
