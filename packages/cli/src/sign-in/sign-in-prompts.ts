import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { ask, readStdin } from '../context/terminal-prompt.ts'

/** The default address of a self-hosted server. */
const DEFAULT_SERVER = 'http://127.0.0.1:8787'

/**
 * The server to sign in to: the configured one, else that of the profile, else the answer to a question.
 *
 * @throws CliError if only a project file names it, because the credential would be sent there
 */
export async function serverToSignInTo(context: Context): Promise<string> {
  const { baseUrl, baseUrlOrigin, config, canAsk } = context.settings
  if (baseUrl !== undefined && baseUrlOrigin === 'project') {
    throw new CliError(
      `Only ${config.project?.path} names the server ${baseUrl}. To sign in there, add --base-url ${baseUrl}.`,
      EXIT.auth,
      'other_server',
    )
  }
  if (baseUrl !== undefined) return baseUrl
  if (config.credential) return config.credential.server
  return (canAsk && (await ask(`Server [${DEFAULT_SERVER}]`, context)).trim()) || DEFAULT_SERVER
}

export async function passwordFor(
  fromStdin: boolean,
  context: Context,
  question = 'Password (not shown)',
): Promise<string> {
  const password = fromStdin ? await readStdin(context) : await askPassword(question, context)
  if (password === '') throw new CliError('No password was given. Nothing was changed.')
  return password
}

/** A password for a new account, typed twice to detect errors. */
export async function newPassword(fromStdin: boolean, context: Context, question?: string): Promise<string> {
  const password = await passwordFor(fromStdin, context, question)
  if (!fromStdin && (await askPassword('Repeat the password', context)) !== password) {
    throw new CliError('The two passwords are different. Nothing was changed.')
  }
  return password
}

function askPassword(question: string, context: Context): Promise<string> {
  if (context.settings.canAsk) return ask(question, context, { hidden: true })
  throw new CliError('There is no terminal to type the password on. Use --password-stdin.')
}
