/** Whether If-None-Match names this validator, or `*`. The comparison is weak, as RFC 9110 asks for. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
