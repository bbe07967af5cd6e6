import { distance } from 'fastest-levenshtein'
import { CliError } from '../base/cli-errors.ts'
import { SERVER_VARIABLES } from '../generated/known-server-variables.ts'

const PREFIX = 'PLATELIGHT_'

const OWN = ['PLATELIGHT_API_KEY', 'PLATELIGHT_BASE_URL', 'PLATELIGHT_PROFILE', 'PLATELIGHT_LOG', 'PLATELIGHT_KEYRING']

/** Variables of the command line, the client and the server: they may stand in one environment. */
const KNOWN: ReadonlySet<string> = new Set([...OWN, ...SERVER_VARIABLES])

export const isKnownVariable = (name: string): boolean => !name.startsWith(PREFIX) || KNOWN.has(name)

/** A name this near to a known one is a slip; farther away it is somebody's own. */
const SLIPS = 2

/**
 * Refuses a misspelt variable: it would be as if it were not set, and the command would go to another server than was meant.
 *
 * @throws CliError naming it and the nearest right one.
 */
export function checkVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (isKnownVariable(name) || !value?.trim()) continue
    const nearest = [...KNOWN].find((one) => distance(one, name) <= SLIPS)
    if (nearest !== undefined) {
      throw new CliError(`${name} is not a variable of Platelight. Did you mean ${nearest}? Set that one, or unset it.`)
    }
  }
}
