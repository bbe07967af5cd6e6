import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { ask, readStdin } from '../context/terminal-prompt.ts'
import { endStoredSession } from '../sign-in/end-stored-session.ts'
import { storeCredential } from '../sign-in/keep-credential.ts'
import { passwordFor, serverToSignInTo } from '../sign-in/sign-in-prompts.ts'

export interface LoginFlags {
  readonly withKeyStdin?: boolean
  readonly email?: string
  readonly passwordStdin?: boolean
  readonly insecureStorage?: boolean
}

/** `platelight auth login`: checks a credential with the server and stores it only if it works. */
export async function login(flags: LoginFlags, context: Context): Promise<ExitCode> {
  const { settings, environment } = context
  const { profile } = settings.config
  const baseUrl = await serverToSignInTo(context)
  const secret = await secretFrom(flags, baseUrl, context)
  const { client } = clientOf(settings, environment, { baseUrl, apiKey: secret })
  const state = await client.auth.session()
  // The server reports the kind: a pasted secret may be a session token.
  const kind = state.credential
  const facts = { kind, server: client.baseUrl, account: state.user.email, expires_at: state.expires_at }
  // The session from before is replaced, and nobody shall find it usable.
  await endStoredSession(context, secret)
  const stored = await storeCredential(secret, facts, context, flags.insecureStorage)
  context.show(
    { profile, ...facts, scopes: state.scopes, store: stored.store },
    () => `Signed in to ${client.baseUrl} as ${state.user.email}. The credential is in ${stored.name}.`,
  )
  if (settings.apiKey !== undefined) {
    context.note('PLATELIGHT_API_KEY is set and takes precedence. Unset it to use the stored credential.')
  }
  return EXIT.ok
}

async function secretFrom(flags: LoginFlags, baseUrl: string, context: Context): Promise<string> {
  if (flags.withKeyStdin && (flags.email !== undefined || flags.passwordStdin)) {
    throw new CliError('Sign in with a key or with e-mail and password, not both.')
  }
  if (flags.passwordStdin && flags.email === undefined) throw new CliError('--password-stdin needs --email.')
  if (flags.email !== undefined) {
    const password = await passwordFor(flags.passwordStdin ?? false, context)
    const { client } = clientOf(context.settings, context.environment, { baseUrl })
    const { access_token } = await client.auth.login({ email: flags.email, password })
    return access_token
  }
  const secret = (await keyFrom(flags, context)).trim()
  if (secret === '') throw new CliError('No key was given. Nothing was changed.')
  return secret
}

function keyFrom({ withKeyStdin }: LoginFlags, context: Context): Promise<string> {
  if (withKeyStdin) return readStdin(context)
  if (context.settings.canAsk) return ask('API key (not shown)', context, { hidden: true })
  throw new CliError('There is no terminal to type the key on. Use --with-key-stdin, or --email with --password-stdin.')
}
