import { Command, Option } from 'commander'
import { PLANS, type Plan } from '../../base/account-plan.ts'
import { emailAddress, idOrEmail, limitOrNone, plan, wholeNumber } from '../argument-types.ts'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { type Operator, runOperator } from '../run-operator.ts'

interface Flags extends SettingFlags {
  readonly email: string
  readonly json?: boolean
}

const STATES = ['active', 'unverified', 'disabled'] as const

interface ListFlags extends SettingFlags {
  readonly search?: string
  readonly plan?: Plan
  readonly state?: (typeof STATES)[number]
  readonly limit: number
  readonly json?: boolean
}

/** `platelight-server accounts …` */
export function accountsCommand(): Command {
  const accounts = new Command('accounts').description(
    'Look at accounts, change their plan and limits, disable, enable and delete them.',
  )
  const command = (name: string) =>
    withSettings(accounts.command(name))
      .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
      .option('--json', 'print JSON')

  withSettings(accounts.command('list'))
    .description('List accounts, newest first, or those that fit.')
    .option('--search <text>', 'a part of the address or of a name')
    .option('--plan <plan>', PLANS.join(', '), plan)
    .addOption(new Option('--state <state>', 'only these accounts').choices(STATES))
    .option('--limit <n>', 'how many', wholeNumber, 50)
    .option('--json', 'print JSON')
    .action(({ search, plan, state, limit, ...flags }: ListFlags) =>
      runOperator(flags, (operator) => operator.listAccounts({ limit }, { search, plan, state }), listLines),
    )
  command('show')
    .description('Show an account.')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.showAccount(flags.email), accountLines))
  command('reset-link')
    .description('Print a link with which the person chooses a new password, once and within an hour.')
    .action((flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.resetLink(flags.email),
        ({ url }) => `${url}\n\n  Send it to nobody but its owner. It works once, within an hour.`,
      ),
    )
  command('set-plan')
    .description('Change the plan of an account.')
    .requiredOption('--plan <plan>', PLANS.join(', '), plan)
    .action((flags: Flags & { plan: Plan }) =>
      runOperator(flags, (operator) => operator.setPlan(flags.email, flags.plan), accountLines),
    )
  command('set-limits')
    .description('Change how many requests an account on the plan Enterprise may send.')
    .option('--per-minute <n>', 'requests per minute, or none for no limit', limitOrNone)
    .option('--per-day <n>', 'requests per day, or none for no limit', limitOrNone)
    .action((flags: Flags & { perMinute?: number | 'none'; perDay?: number | 'none' }) => {
      const limits = {
        ...(flags.perMinute !== undefined && { perMinute: numberOrNull(flags.perMinute) }),
        ...(flags.perDay !== undefined && { perDay: numberOrNull(flags.perDay) }),
      }
      return runOperator(flags, (operator) => operator.setLimits(flags.email, limits), accountLines)
    })
  command('disable')
    .description('Disable an account: its sessions end, and its keys and sign-ins are refused. Nothing is erased.')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.disableAccount(flags.email), accountLines))
  command('enable')
    .description('Enable an account that was disabled. Its keys work again.')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.enableAccount(flags.email), accountLines))
  withSettings(accounts.command('delete'))
    .description('Delete an account with everything that belongs to it, as its owner could. This cannot be undone.')
    .argument('[id]', 'id of the account, as the log has it')
    .option('--email <address>', 'e-mail address of the account', emailAddress)
    .requiredOption('--yes', 'that it shall be deleted')
    .option('--json', 'print JSON')
    .action((id: string | undefined, flags: SettingFlags & { email?: string; json?: boolean }) =>
      runOperator(flags, (operator) => operator.deleteAccount(idOrEmail(id, flags)), deletedLines),
    )
  return accounts
}

type Deleted = Awaited<ReturnType<Operator['deleteAccount']>>

const deletedLines = ({ email, id, erased }: Deleted): string =>
  [
    `${email} (${id}) is deleted. No session, key or link of it works any more.`,
    `The server erases what belongs to it within a minute, or when it starts: ${erased.photos} photos in ${erased.files} files.`,
    'Backups and copies of the database still have it.',
  ].join('\n')

const numberOrNull = (limit: number | 'none'): number | null => (limit === 'none' ? null : limit)

const listLines = ({ rows, nextCursor }: Awaited<ReturnType<Operator['listAccounts']>>): string =>
  [
    ...(rows.length === 0 ? ['No account fits.'] : []),
    ...rows.map(({ email, plan: planName, role, credits, email_verified, disabled_at, created_at }) => {
      const notes = [role === 'admin' && 'administrator', !email_verified && 'not verified', disabled_at && 'disabled']
      const about = [planName, `${credits} credits`, `since ${created_at.slice(0, 10)}`, ...notes]
      return `${email}  ${about.filter(Boolean).join(', ')}`
    }),
    ...(nextCursor === null ? [] : ['There are more: give a higher --limit, or search.']),
  ].join('\n')

type Shown = Awaited<ReturnType<Operator['showAccount']>>

function accountLines(account: Shown): string {
  const {
    email,
    email_verified,
    name,
    business_name,
    plan: planName,
    role,
    credits,
    stored_bytes,
    keys,
    disabled_at,
  } = account
  const limit = (value: number | null) => (value === null ? 'no limit' : String(value))
  const ownLimits = `${limit(account.requests_per_minute)} a minute, ${limit(account.requests_per_day)} a day`
  const hasLimits = account.requests_per_minute !== null || account.requests_per_day !== null
  const lines = [
    ['account', account.id],
    ['address', `${email}${email_verified ? '' : ' (not verified)'}`],
    ['names', [name, business_name].filter((one) => one !== null).join(', ') || 'none'],
    ['plan', `${planName}${role === 'admin' ? ', administrator' : ''}`],
    ['limits', hasLimits || planName === 'Enterprise' ? ownLimits : 'those of the plan'],
    ['credits', String(credits)],
    ['stored', `${(stored_bytes / 1e6).toFixed(1)} MB`],
    ['keys', String(keys)],
    ['since', account.created_at],
    ...(disabled_at === null ? [] : [['disabled', disabled_at]]),
  ]
  const note = hasLimits && planName !== 'Enterprise' ? ['', 'Limits of its own hold only on the plan Enterprise.'] : []
  return [...lines.map(([label = '', value]) => `${label.padEnd(9)}${value}`), ...note].join('\n')
}
