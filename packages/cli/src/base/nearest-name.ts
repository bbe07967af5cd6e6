import { closest, distance } from 'fastest-levenshtein'

/** Two letters that changed places differ by two. */
const SLIPS = 2

/** The name that was meant, where the one that was typed is a slip away from it, or from the first word of it alone. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const near = (names: readonly string[]) => {
    if (names.length === 0) return undefined
    const nearest = closest(typed.toLowerCase(), [...names])
    // Of short names two letters are most of the name.
    return distance(typed.toLowerCase(), nearest) <= Math.min(SLIPS, nearest.length / 2) ? nearest : undefined
  }
  const whole = near(known)
  if (whole !== undefined) return whole
  const firstWords = new Map(known.map((name) => [/^[^-_.]+/.exec(name)?.[0] ?? name, name]))
  // One that several names share says nothing about which of them was meant.
  for (const word of firstWords.keys())
    if (known.filter((name) => name.startsWith(word)).length > 1) firstWords.delete(word)
  return firstWords.get(near([...firstWords.keys()]) ?? '')
}

/** ` Did you mean square?`, or nothing where no name is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const nearest = nearestName(typed, known)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
