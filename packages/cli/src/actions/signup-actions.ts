import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { ask } from '../context/terminal-prompt.ts'
import { newPassword, serverToSignInTo } from '../sign-in/sign-in-prompts.ts'

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
