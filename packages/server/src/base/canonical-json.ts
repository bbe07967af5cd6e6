/**
 * JSON with the names of every object in order, so that equal values are equal text.
 *
 * @param stable Writes what changes from day to day in a text in one way.
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
