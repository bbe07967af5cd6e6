/**
 * JSON with sorted keys, so that equal values give equal text.
 *
 * @param stable Normalizes every text in the value.
 */
export function canonicalJson(value: unknown, stable = (text: string) => text): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, stable)).join(',')}]`
  if (typeof value === 'string') return JSON.stringify(stable(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner, stable)}`).join(',')}}`
}
