import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import { DAY_MS } from '../base/time-units.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { credentialLocation, findCredential, serverFor } from '../credentials/find-credential.ts'
import type { ReachedServer } from './check-server.ts'
import type { Finding } from './doctor-finding.ts'

/** A session or key that ends this soon is worth a word. */
const SOON_MS = 3 * DAY_MS

/** Whether there is a credential, whether it may be sent to this server, and what the server says of it. */
export async function checkCredential(context: Context, server: ReachedServer | undefined): Promise<Finding[]> {
  const { settings, environment } = context
  const name = 'credential'
  try {
    const credential = await findCredential(settings, environment.env)
    if (!credential) {
      const advice = 'Sign in with platelight auth login, or set PLATELIGHT_API_KEY.'
      return [{ name, state: 'fail', message: 'there is none', advice, exitCode: EXIT.auth }]
    }
    const baseUrl = serverFor(credential, settings)
    if (!server) return [{ name, state: 'warn', message: `found (${credential.source}), not tried: no server answers` }]
    const { client } = clientOf(settings, environment, {
      apiKey: credential.secret,
      apiKeySource: credentialLocation(credential, settings, environment.env),
      maxRetries: 0,
      ...(baseUrl !== undefined && { baseUrl }),
    })
    const { user, scopes, expires_at } = await client.auth.session()
    const ends = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.now()
    const message = `${user.email} (${credential.source}); may ${scopes.join(', ')}`
    const missing = ['read', 'images'].filter((scope) => !scopes.some((one) => one === scope))
    if (missing.length > 0) {
      const advice = `Photos need ${missing.join(' and ')} too: make a key with platelight keys create --scopes read,images,account.`
      return [{ name, state: 'warn', message, advice }]
    }
    if (ends < SOON_MS) {
      return [
        { name, state: 'warn', message: `${message}; ends on ${expires_at}`, advice: 'Sign in again before it does.' },
      ]
    }
    const verified: Finding[] = user.email_verified
      ? []
      : [
          {
            name: 'account',
            state: 'warn',
            message: 'the address is not verified',
            advice: 'Open the link in the e-mail.',
          },
        ]
    return [{ name, state: 'ok', message }, ...verified]
  } catch (error) {
    const exitCode = exitCodeOf(error)
    const advice = exitCode === EXIT.auth ? 'Sign in again with platelight auth login.' : undefined
    return [{ name, state: 'fail', message: errorRecordOf(error).message, exitCode, ...(advice && { advice }) }]
  }
}
