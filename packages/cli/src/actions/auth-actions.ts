import { CliError } from '../base/cli-errors.ts'
import { formatDay } from '../base/date-format.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns } from '../base/text-layout.ts'
import { checkProfile } from '../config/cli-config.ts'
import { changeProfile } from '../config/user-config.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { isEmbedded } from '../context/server-connection.ts'
import { findCredential, storeNamed } from '../credentials/find-credential.ts'
import { endStoredSession } from '../sign-in/end-stored-session.ts'

/** `platelight auth logout`: deletes the stored credential, even if the server cannot end the session. */
export async function logout(context: Context): Promise<ExitCode> {
  const { settings, environment } = context
  const { config } = settings
  const { credential, profile } = config
  if (!credential) {
    context.show({ profile, forgotten: false, revoked: false }, () => `Nothing is stored for profile ${profile}.`)
    return EXIT.ok
  }
  const store = storeNamed(credential.store, environment.env)
  const revoked = await endStoredSession(context)
  await store.delete(profile)
  changeProfile(environment.env, profile, ({ credential: _, values }) => ({ values, credential: undefined }))
  context.show({ profile, forgotten: true, revoked }, () => `The credential of profile ${profile} was deleted.`)
  if (credential.kind === 'api_key') context.note('The key itself still works; platelight keys revoke revokes it.')
  const named = config.profiles[profile]?.values.base_url
  if (named !== undefined) {
    context.note(`Profile ${profile} still uses ${named}; platelight config unset base_url removes that.`)
  }
  return EXIT.ok
}

/** `platelight auth status`. */
export async function status(context: Context): Promise<ExitCode> {
  const { settings } = context
  const { profile } = settings.config
  checkProfile(settings.config)
  if (isEmbedded(settings)) {
    context.show({ profile, signed_in: false, embedded: true }, () =>
      columns([
        ['profile', profile],
        ['signed in', 'no'],
        ['server', 'built in, on this machine: commands work without signing in'],
      ]),
    )
    return EXIT.auth
  }
  return withConnection(context, async ({ client, credential }) => {
    const state = await client.auth.session()
    const source = sourceOf(credential?.source, context)
    const facts = {
      profile,
      signed_in: true,
      server: client.baseUrl,
      account: state.user.email,
      email_verified: state.user.email_verified,
      plan: state.user.subscription_plan,
      credits: state.user.credits,
      kind: state.credential,
      scopes: state.scopes,
      expires_at: state.expires_at,
      source: credential?.source,
    }
    context.show(facts, () =>
      columns([
        ['profile', profile],
        ['server', client.baseUrl],
        ['account', state.user.email + (state.user.email_verified ? '' : ' (not verified yet)')],
        ['plan', state.user.subscription_plan],
        ['credits', state.user.credits.toLocaleString('en-US')],
        ['credential', `${state.credential === 'session' ? 'session' : 'API key'} from ${source}`],
        ['may', state.scopes.join(', ')],
        ['ends', formatDay(state.expires_at) || 'not by itself'],
      ]),
    )
    return EXIT.ok
  })
}

function sourceOf(source: string | undefined, { environment }: Context): string {
  if (source === 'flag') return '--api-key-file'
  if (source === 'environment') return 'PLATELIGHT_API_KEY'
  return source === 'keyring' || source === 'file' ? storeNamed(source, environment.env).location : 'nowhere'
}

/** `platelight auth token`: the secret alone on standard output. */
export async function token(context: Context): Promise<ExitCode> {
  checkProfile(context.settings.config)
  const credential = await findCredential(context.settings, context.environment.env)
  if (!credential) {
    throw new CliError('Nobody is signed in. Sign in with platelight auth login.', EXIT.auth, 'no_api_key')
  }
  context.show({ token: credential.secret, source: credential.source }, () => credential.secret)
  return EXIT.ok
}
