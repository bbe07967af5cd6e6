import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import { ask, readStdin } from '../context/terminal-prompt.ts'

/** Where a server of one's own listens unless it was told otherwise. */
const USUAL_SERVER = 'http://127.0.0.1:8787'

/**
 * The server to sign in to: the named one, else the one of the profile, else asked for.
 *
 * @throws CliError where only a project file names one: it would be handed the credential.
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
  return (canAsk && (await ask(`Server [${USUAL_SERVER}]`, context)).trim()) || USUAL_SERVER
}

export async function passwordFor(fromStdin: boolean, context: Context): Promise<string> {
  const password = fromStdin ? await readStdin(context) : await askPassword('Password (not shown)', context)
  if (password === '') throw new CliError('No password was given. Nothing was changed.')
  return password
}

/** A password for a new account: typed twice, for nobody sees a slip. */
export async function newPassword(fromStdin: boolean, context: Context): Promise<string> {
  const password = await passwordFor(fromStdin, context)
  if (!fromStdin && (await askPassword('The same again', context)) !== password) {
    throw new CliError('The two passwords are different. Nothing was changed.')
  }
  return password
}

function askPassword(question: string, context: Context): Promise<string> {
  if (context.settings.canAsk) return ask(question, context, { hidden: true })
  throw new CliError('The password cannot be asked for here. Use --password-stdin.')
}
