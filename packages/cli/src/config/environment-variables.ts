import { distance } from 'fastest-levenshtein'
import { CliError } from '../base/cli-errors.ts'
import { SERVER_VARIABLES } from '../generated/known-server-variables.ts'

const PREFIX = 'PLATELIGHT_'

const OWN = ['PLATELIGHT_API_KEY', 'PLATELIGHT_BASE_URL', 'PLATELIGHT_PROFILE', 'PLATELIGHT_LOG', 'PLATELIGHT_KEYRING']

/** Variables of the command line, the client and the server, which may share one environment. */
const KNOWN: ReadonlySet<string> = new Set([...OWN, ...SERVER_VARIABLES])

export const isKnownVariable = (name: string): boolean => !name.startsWith(PREFIX) || KNOWN.has(name)

/** Maximum edit distance of a misspelt name. A name farther away belongs to something else. */
const MAX_EDITS = 2

/**
 * Refuses a misspelt variable. Ignoring it could send the command to the wrong server.
 *
 * @throws CliError naming the variable and the nearest known name
 */
export function checkVariables(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (isKnownVariable(name) || !value?.trim()) continue
    const nearest = [...KNOWN].find((known) => distance(known, name) <= MAX_EDITS)
    if (nearest !== undefined) {
      throw new CliError(`${name} is not a variable of Platelight. Did you mean ${nearest}? Set that one, or unset it.`)
    }
  }
}
