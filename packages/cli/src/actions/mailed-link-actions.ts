import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { ask, readStdin } from '../context/terminal-prompt.ts'
import { newPassword, serverToSignInTo } from '../sign-in/sign-in-prompts.ts'

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
