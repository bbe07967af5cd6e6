import type { Command } from 'commander'
import type { LoginFlags } from '../../actions/login-actions.ts'
import type { SignupFlags } from '../../actions/signup-actions.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight auth …`: sign in and out. */
export function addAuth(program: Command, run: RunAction): void {
  const auth = program.command('auth').description('sign in to a server, and sign out')
  const module = () => import('../../actions/auth-actions.ts')
  auth
    .command('login')
    .description('sign in with an API key, or with e-mail and password')
    .option('--with-key-stdin', 'read the API key from standard input')
    .option('--email <address>', 'sign in with e-mail and password instead')
    .option('--password-stdin', 'read the password from standard input')
    .option('--insecure-storage', 'store the credential in a file even if there is a keyring')
    .action((flags: LoginFlags) =>
      run(async (context) => (await import('../../actions/login-actions.ts')).login(flags, context)),
    )
  auth
    .command('logout')
    .description('delete the stored credential; a session is ended on the server too')
    .action(() => run(async (context) => (await module()).logout(context)))
  auth
    .command('status')
    .description('show the server, the account, the plan, and what the credential may do')
    .action(() => run(async (context) => (await module()).status(context)))
  auth
    .command('token')
    .description('print the credential, for scripts')
    .action(() => run(async (context) => (await module()).token(context)))
  auth
    .command('signup')
    .description('create an account; an e-mail with a link confirms the address')
    .option('--email <address>', 'address of the account')
    .option('--password-stdin', 'read the password from standard input')
    .option('--name <text>', 'your name')
    .option('--business-name <text>', 'the name of your business')
    .action((flags: SignupFlags) =>
      run(async (context) => (await import('../../actions/signup-actions.ts')).signup(flags, context)),
    )
}
