import { closest, distance } from 'fastest-levenshtein'

/** Maximum edit distance of a typing error. Two swapped letters count as two edits. */
const MAX_EDITS = 2

/** The known name that differs from the typed one, or whose first word does, only by a typing error. */
function nearestName(typed: string, known: readonly string[]): string | undefined {
  const near = (names: readonly string[]) => {
    if (names.length === 0) return undefined
    const nearest = closest(typed.toLowerCase(), [...names])
    // Two edits would change most of a short name.
    return distance(typed.toLowerCase(), nearest) <= Math.min(MAX_EDITS, nearest.length / 2) ? nearest : undefined
  }
  const whole = near(known)
  if (whole !== undefined) return whole
  const firstWords = new Map(known.map((name) => [/^[^-_.]+/.exec(name)?.[0] ?? name, name]))
  // A first word shared by several names is ambiguous.
  for (const word of firstWords.keys())
    if (known.filter((name) => name.startsWith(word)).length > 1) firstWords.delete(word)
  return firstWords.get(near([...firstWords.keys()]) ?? '')
}

/** ` Did you mean square?`, or an empty text if no name is similar. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const nearest = nearestName(typed, known)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
