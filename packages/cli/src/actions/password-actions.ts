import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { readStdin } from '../context/terminal-prompt.ts'
import { newPassword, passwordFor } from '../sign-in/sign-in-prompts.ts'

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
