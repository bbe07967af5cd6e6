import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { findCredential } from '../credentials/find-credential.ts'

/**
 * Ends the stored session of the profile at its server. A failure is told, because the session then goes on until it expires.
 *
 * @param except A token that stays: the one that replaces the session may be the same.
 * @returns whether a session was ended
 */
export async function endStoredSession(context: Context, except?: string): Promise<boolean> {
  const { settings, environment } = context
  const { credential } = settings.config
  const isOver = credential?.expires_at != null && Date.parse(credential.expires_at) <= Date.now()
  if (credential?.kind !== 'session' || isOver) return false
  try {
    // The stored session, not a key from a flag or the environment.
    const found = await findCredential({ ...settings, apiKey: undefined }, environment.env)
    if (!found?.stored || found.secret === except) return false
    const { client } = clientOf(settings, environment, { baseUrl: found.stored.server, apiKey: found.secret })
    await client.auth.logout()
    return true
  } catch (error) {
    context.note(`The session could not be ended at the server: ${(error as Error).message} It will expire.`)
    return false
  }
}
