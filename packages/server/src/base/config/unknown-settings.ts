import { closest, distance } from 'fastest-levenshtein'

const PREFIX = 'PLATELIGHT_'

/** Settings of the client and the command line, which may be in the same environment. */
const OF_OTHER_PROGRAMS = ['PLATELIGHT_API_KEY', 'PLATELIGHT_BASE_URL', 'PLATELIGHT_PROFILE', 'PLATELIGHT_KEYRING']

/** Names are similar when their distance is at most this share of their length. Two swapped letters have a distance of two. */
const FARTHEST = 0.4
const SWAPPED = 2

/**
 * A sentence for each variable that looks like a setting but is not one. A misspelt setting would have no effect.
 *
 * @param known The names of all settings.
 */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>, known: Iterable<string>): string[] {
  const names = [...known].filter((name) => name.startsWith(PREFIX))
  const all = new Set([...names, ...OF_OTHER_PROGRAMS])
  return Object.entries(env)
    .filter(([name, value]) => name.startsWith(PREFIX) && !all.has(name) && value?.trim())
    .map(([name]) => `${name} is not a setting; ${suggestion(name, [...all])}`)
    .sort()
}

function suggestion(name: string, known: readonly string[]): string {
  // A name that only lacks its unit (PLATELIGHT_MEMORY for PLATELIGHT_MEMORY_MB) is preferred to a name of the same length.
  const longer = known.filter((one) => one.startsWith(`${name}_`))
  const nearest = closest(name, longer.length > 0 ? longer : known)
  const isNear =
    longer.length > 0 || distance(name, nearest) <= Math.max(SWAPPED, FARTHEST * (name.length - PREFIX.length))
  return isNear ? `did you mean ${nearest}?` : 'unset it, or look up the right name in .env.example'
}
