import { closest, distance } from 'fastest-levenshtein'

/** Two letters that changed places differ by two. */
const SLIPS = 2

/** The name that was meant, where the one that was typed is a slip away from it. */
export function nearestOf(typed: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const nearest = closest(typed.toLowerCase(), [...known])
  // Of short names two letters are most of the name.
  return distance(typed.toLowerCase(), nearest) <= Math.min(SLIPS, nearest.length / 2) ? nearest : undefined
}

/** ` Did you mean square?`, or nothing where no name is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const nearest = nearestOf(typed, known)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
