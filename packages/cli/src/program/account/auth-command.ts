import type { Command } from 'commander'
import type { ForgotFlags, LoginFlags, PasswordFlags, ResetFlags, SignupFlags } from '../../actions/auth-actions.ts'
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
      run(async (context) => (await import('../../actions/auth-actions.ts')).login(flags, context)),
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
    .option('--locale <tag>', 'language of e-mails: en, pt-BR, ar')
    .action((flags: SignupFlags) =>
      run(async (context) => (await import('../../actions/auth-actions.ts')).signup(flags, context)),
    )

  const mailed = () => import('../../actions/auth-actions.ts')
  auth
    .command('verify')
    .description('confirm the address of an account with the link from the e-mail')
    .argument('[link]', 'the link, or the token in it')
    .action((link: string | undefined) => run(async (context) => (await mailed()).verify(link, context)))
  auth
    .command('resend')
    .description('send another link; earlier links stop working')
    .action(() => run(async (context) => (await mailed()).resend(context)))
  auth
    .command('forgot')
    .description('send an e-mail for choosing a new password')
    .option('--email <address>', 'address of the account')
    .option('--locale <tag>', 'language of the e-mail; by default that of the account')
    .action((flags: ForgotFlags) => run(async (context) => (await mailed()).forgot(flags, context)))
  auth
    .command('reset')
    .description('choose a new password with the link from the e-mail')
    .option('--token-stdin', 'read the link, or the token in it, and the password from standard input, a line each')
    .action((flags: ResetFlags) => run(async (context) => (await mailed()).reset(flags, context)))
  auth
    .command('password')
    .description('replace the password with a new one; every session ends')
    .option('--password-stdin', 'read the current and the new password from standard input, a line each')
    .action((flags: PasswordFlags) =>
      run(async (context) => (await import('../../actions/auth-actions.ts')).changePassword(flags, context)),
    )
}
