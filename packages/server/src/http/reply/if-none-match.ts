/** Whether a conditional read names this validator, or any; compared weakly, as such reads are. */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
