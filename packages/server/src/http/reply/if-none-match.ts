/** Whether If-None-Match names this validator, or `*`. The comparison is weak, as RFC 9110 requires. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
