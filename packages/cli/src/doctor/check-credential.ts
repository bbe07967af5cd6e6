import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import { DAY_MS } from '../base/time-units.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { credentialLocation, findCredential, serverFor } from '../credentials/find-credential.ts'
import type { ReachedServer } from './check-server.ts'
import type { Finding } from './doctor-finding.ts'

/** A session or key that expires within this time causes a warning. */
const EXPIRY_WARNING_MS = 3 * DAY_MS

/** Checks that there is a credential, that it belongs to this server, and that the server accepts it. */
export async function checkCredential(context: Context, server: ReachedServer | undefined): Promise<Finding[]> {
  const { settings, environment } = context
  const name = 'credential'
  try {
    const credential = await findCredential(settings, environment.env)
    if (!credential) {
      const advice = 'Sign in with platelight auth login, or set PLATELIGHT_API_KEY.'
      return [{ name, state: 'fail', message: 'no credential found', advice, exitCode: EXIT.auth }]
    }
    const baseUrl = serverFor(credential, settings)
    if (!server)
      return [{ name, state: 'warn', message: `found (${credential.source}), not checked: no server answers` }]
    const { client } = clientOf(settings, environment, {
      apiKey: credential.secret,
      apiKeySource: credentialLocation(credential, settings, environment.env),
      maxRetries: 0,
      ...(baseUrl !== undefined && { baseUrl }),
    })
    const { user, scopes, expires_at } = await client.auth.session()
    const expiresInMs = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.now()
    const message = `${user.email} (${credential.source}); may ${scopes.join(', ')}`
    const missing = ['read', 'images'].filter((scope) => !scopes.some((granted) => granted === scope))
    if (missing.length > 0) {
      const advice = `Photos need ${missing.join(' and ')} too: create a key with platelight keys create --scopes read,images,account.`
      return [{ name, state: 'warn', message, advice }]
    }
    if (expiresInMs < EXPIRY_WARNING_MS) {
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
