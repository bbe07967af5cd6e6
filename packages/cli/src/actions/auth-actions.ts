import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns, formatDay } from '../base/text-layout.ts'
import { checkProfile } from '../config/cli-config.ts'
import { changeProfile } from '../config/user-config.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { clientOf, isEmbedded } from '../context/server-connection.ts'
import { ask, readStdin } from '../context/terminal-prompt.ts'
import { findCredential, storeNamed } from '../credentials/find-credential.ts'
import { endStoredSession, storeCredential } from '../sign-in/keep-credential.ts'
import { newPassword, passwordFor, serverToSignInTo } from '../sign-in/sign-in-prompts.ts'

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

export interface SignupFlags {
  readonly email?: string
  readonly passwordStdin?: boolean
  readonly name?: string
  readonly businessName?: string
  readonly locale?: string
}

/** `platelight auth signup`. */
export async function signup(flags: SignupFlags, context: Context): Promise<ExitCode> {
  const baseUrl = await serverToSignInTo(context)
  const email = flags.email ?? (context.settings.canAsk ? (await ask('E-mail', context)).trim() : '')
  if (email === '') throw new CliError('An account needs an e-mail address. Add --email ADDRESS.')
  const password = await newPassword(flags.passwordStdin ?? false, context)
  const { client } = clientOf(context.settings, context.environment, { baseUrl })
  const answer = await client.auth.signup({
    email,
    password,
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.businessName !== undefined && { business_name: flags.businessName }),
    ...(flags.locale !== undefined && { locale: flags.locale }),
  })
  context.show({ server: client.baseUrl, ...answer }, () =>
    [
      `A link was sent to ${answer.email}. It works once, within a day.`,
      `Then: platelight auth login --email ${answer.email} --base-url ${client.baseUrl}`,
    ].join('\n'),
  )
  return EXIT.ok
}

export interface PasswordFlags {
  readonly passwordStdin?: boolean
}

/** `platelight auth password`: a new password for a person who knows the one until now. */
export const changePassword = (flags: PasswordFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client, credential }) => {
    const { email } = await client.auth.me()
    const [current, next] = flags.passwordStdin ? await twoLines(context) : await asked(email, context)
    const changed = await client.auth.changePassword({ current_password: current, new_password: next })
    context.show(changed, () => `The password of ${email} was changed, and every session was signed out.`)
    if (credential?.stored?.kind === 'session') {
      context.note(`Now: platelight auth login --email ${email} --base-url ${client.baseUrl}`)
    }
    return EXIT.ok
  })

async function asked(email: string, context: Context): Promise<[current: string, next: string]> {
  const current = await passwordFor(false, context, `Current password of ${email} (not shown)`)
  return [current, await newPassword(false, context, 'New password (not shown)')]
}

async function twoLines(context: Context): Promise<[current: string, next: string]> {
  const [current = '', next = ''] = (await readStdin(context)).split(/\r?\n/)
  if (current === '' || next === '') throw new CliError('Give the current and the new password, a line each.')
  return [current, next]
}

/** `platelight auth verify`: confirms the address of an account with the link from the e-mail. */
export async function verify(link: string | undefined, context: Context): Promise<ExitCode> {
  const baseUrl = await serverToSignInTo(context)
  const token = tokenIn(link ?? (await typed('Link from the e-mail', context)))
  const { client } = clientOf(context.settings, context.environment, { baseUrl })
  const verified = await client.auth.verifyEmail(token)
  context.show(verified, () =>
    [
      `${verified.email} is confirmed.`,
      ...(verified.credits_granted > 0 ? [`${verified.credits_granted} credits were added.`] : []),
      `Now: platelight auth login --email ${verified.email} --base-url ${client.baseUrl}`,
    ].join('\n'),
  )
  return EXIT.ok
}

/** `platelight auth resend`: another link for the account that is signed in. */
export const resend = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const sent = await client.auth.resendVerification()
    context.show(sent, () =>
      sent.status === 'already_verified'
        ? `${sent.email} is confirmed already.`
        : `A new link was sent to ${sent.email}. Earlier links no longer work.`,
    )
    return EXIT.ok
  })

export interface ForgotFlags {
  readonly email?: string
  readonly locale?: string
}

/** `platelight auth forgot`. The reply is the same whether or not the address has an account. */
export async function forgot({ email: given, locale }: ForgotFlags, context: Context): Promise<ExitCode> {
  const baseUrl = await serverToSignInTo(context)
  const email = given ?? (await typed('E-mail', context))
  const { client } = clientOf(context.settings, context.environment, { baseUrl })
  const sent = await client.auth.forgotPassword({ email, ...(locale !== undefined && { locale }) })
  context.show(sent, () => `${sent.message}\nThen: platelight auth reset`)
  return EXIT.ok
}

export interface ResetFlags {
  readonly tokenStdin?: boolean
}

/** `platelight auth reset`: a new password with the link from the e-mail, or the token in it. */
export async function reset(flags: ResetFlags, context: Context): Promise<ExitCode> {
  const baseUrl = await serverToSignInTo(context)
  const lines = flags.tokenStdin ? (await readStdin(context)).split(/\r?\n/) : undefined
  const token = tokenIn(lines?.[0] ?? (await typed('Link from the e-mail (not shown)', context, { hidden: true })))
  const password = lines ? (lines[1] ?? '') : await newPassword(false, context)
  if (password === '') throw new CliError('No password was given. Nothing was changed.')
  const { client } = clientOf(context.settings, context.environment, { baseUrl })
  const changed = await client.auth.resetPassword({ token, password })
  context.show(changed, () => 'The password was changed, and every session was signed out.')
  return EXIT.ok
}

async function typed(question: string, context: Context, options: { hidden?: boolean } = {}): Promise<string> {
  const text = context.settings.canAsk ? (await ask(question, context, options)).trim() : ''
  if (text === '') throw new CliError(`${question}? There is no terminal to type it on; --help says how to give it.`)
  return text
}

/** The token of a whole link, or the text itself. */
const tokenIn = (text: string): string => parseUrl(text.trim())?.searchParams.get('token') ?? text.trim()
