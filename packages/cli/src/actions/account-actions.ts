import { chmod } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountExport, Platelight, UserSettings, UserSettingsUpdate } from '@platelight/sdk'
import { createLinkReader } from '@platelight/sdk/folder-engine'
import { checkWritable } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns, counted, formatDay, formatMinute } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { requireConfirmation } from '../screens/require-confirmation.ts'
import { forEachId } from './for-each-id.ts'
import { type ListFlags, showList } from './show-list.ts'

/** `platelight account show`: the server in use and the account of the key. */
export const showAccount = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client, embedded }) => {
    const credits = await client.account.credits()
    const server = embedded ? 'built in, on this machine' : client.baseUrl
    context.show({ server: embedded ? null : client.baseUrl, embedded, ...credits }, () =>
      columns([
        ['server', server],
        ['plan', `${credits.subscription_plan} (${credits.subscription_status})`],
        ['credits', number(credits.credits)],
        ['used this month', number(credits.credits_used_this_month)],
        ['next renewal', formatDay(credits.next_renewal)],
        ...storageLine(credits),
      ]),
    )
    return EXIT.ok
  })

/** Storage used by the photos of the account. Older servers do not report it. */
function storageLine(account: {
  storage_used_bytes?: number
  storage_limit_bytes?: number | null
}): [string, string][] {
  const { storage_used_bytes: used, storage_limit_bytes: limit } = account
  if (used === undefined) return []
  return [['storage', limit ? `${megabytes(used)} of ${megabytes(limit)} MB` : `${megabytes(used)} MB`]]
}

const megabytes = (bytes: number): string => (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** `platelight account credits`: the balance, alone on its line. */
export const showCredits = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const credits = await client.account.credits()
    context.show(credits, () => String(credits.credits))
    return EXIT.ok
  })

/** `platelight account transactions`: every movement of credits. */
export const listTransactions = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.account.transactions(params),
      flags,
      {
        noun: 'transactions',
        empty: 'No transactions yet.',
        row: ({ created_at, type, amount, balance_after, description, reference }) => [
          formatMinute(created_at),
          type.padEnd(8),
          signed(amount).padStart(10),
          number(balance_after).padStart(11),
          [description, reference].filter(Boolean).join('  '),
        ],
      },
      context,
    ),
  )

/** `platelight account generations`: all results. */
export const listGenerations = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.account.generations(params),
      flags,
      {
        noun: 'generations',
        empty: 'No results yet.',
        row: ({ id, created_at, operation, status, credits_used, prompt, preset, error }) => [
          id,
          formatMinute(created_at),
          operation.padEnd(17),
          status.padEnd(10),
          number(credits_used).padStart(4),
          error ? `${error.message} (${error.code})` : (prompt ?? preset ?? ''),
        ],
      },
      context,
    ),
  )

const number = (value: number): string => value.toLocaleString('en-US')

const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value))

/** `platelight account delete`: shows which account it is and asks first, because deletion is final. */
export const deleteAccount = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const { email } = await client.auth.me()
    await requireConfirmation(
      `Delete the account ${email} on ${client.baseUrl} with all its photos, keys and history? This cannot be undone.`,
      'Nothing was deleted.',
      context,
    )
    const deleted = await client.account.delete()
    context.show(deleted, () => deleted.message)
    context.note('The stored credential no longer works; platelight auth logout removes it.')
    return EXIT.ok
  })

/** `platelight account sessions list`. */
export const listSessions = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.account.sessions(params),
      flags,
      {
        noun: 'sessions',
        empty: 'Nobody is signed in with a password.',
        row: ({ id, created_at, last_used_at, expires_at, user_agent, current }) => [
          id,
          formatMinute(created_at),
          `used ${formatDay(last_used_at)}`,
          `until ${formatDay(expires_at)}`,
          [current ? 'this one' : '', user_agent ?? ''].filter(Boolean).join('  '),
        ],
      },
      context,
    ),
  )

/** `platelight account sessions revoke`. */
export async function revokeSessions(ids: readonly string[], context: Context): Promise<ExitCode> {
  const question = `End ${counted(ids.length, 'session')}? Whoever uses it is signed out at once.`
  await requireConfirmation(question, 'Nothing was ended.', context)
  return withConnection(context, ({ client }) =>
    forEachId(ids, 'revoked', (id) => client.account.revokeSession(id), context),
  )
}

export interface SettingsFlags {
  readonly name?: string
  readonly businessName?: string
  readonly locale?: string
  readonly timezone?: string
  readonly preset?: UserSettingsUpdate['preset']
  readonly formats?: UserSettingsUpdate['formats']
  readonly outputFormat?: UserSettingsUpdate['output_format']
  readonly creditAlerts?: boolean
  readonly webhookAlerts?: boolean
}

/** `platelight account settings`: shows the settings of the account, after changing those that are given. */
export const accountSettings = (flags: SettingsFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const wish = wishOf(flags)
    const settings = Object.keys(wish).length === 0 ? await client.me.settings() : await client.me.updateSettings(wish)
    context.show(settings, () =>
      columns([
        ['name', settings.display_name ?? 'none'],
        ['business', settings.business_name ?? 'none'],
        ['language', settings.locale],
        ['time zone', settings.timezone],
        ['preset', settings.preset],
        ['formats', settings.formats.join(', ')],
        ['file format', settings.output_format],
        ['alerts', alertsOf(settings)],
      ]),
    )
    return EXIT.ok
  })

/** An empty name removes it. */
const wishOf = (flags: SettingsFlags): UserSettingsUpdate => ({
  ...(flags.name !== undefined && { display_name: flags.name || null }),
  ...(flags.businessName !== undefined && { business_name: flags.businessName || null }),
  ...(flags.locale !== undefined && { locale: flags.locale }),
  ...(flags.timezone !== undefined && { timezone: flags.timezone }),
  ...(flags.preset !== undefined && { preset: flags.preset }),
  ...(flags.formats !== undefined && { formats: flags.formats }),
  ...(flags.outputFormat !== undefined && { output_format: flags.outputFormat }),
  ...(flags.creditAlerts !== undefined && { credit_alerts: flags.creditAlerts }),
  ...(flags.webhookAlerts !== undefined && { webhook_alerts: flags.webhookAlerts }),
})

const alertsOf = ({ credit_alerts, webhook_alerts }: UserSettings): string =>
  [...(credit_alerts ? ['credits'] : []), ...(webhook_alerts ? ['webhooks'] : [])].join(', ') || 'none'

export interface ExportFlags {
  readonly out: string
  /** False with `--no-wait`. */
  readonly wait: boolean
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** `platelight account export`: everything that the server stores about the account, as zip archives in a folder. */
export async function exportAccount(flags: ExportFlags, context: Context): Promise<ExitCode> {
  const folder = resolve(context.environment.cwd, flags.out)
  if (flags.wait) await checkWritable([folder])
  return withConnection(context, async ({ client, clientOptions }) => {
    const started = await client.account.startExport()
    if (!flags.wait) {
      context.show(started, () => `The export ${started.id} is ${started.status}.`)
      return EXIT.ok
    }
    const { files, ...ready } = await waitFor(started, client, context)
    const links = createLinkReader(clientOptions)
    const saved: string[] = []
    for (const { url, filename } of files) {
      // A name of the server leads to no other folder.
      const path = join(folder, basename(filename))
      await links.save(url, path, {})
      await chmod(path, 0o600)
      saved.push(path)
    }
    context.show({ ...ready, files: saved }, () => saved.map((path) => `saved  ${path}`).join('\n'))
    return EXIT.ok
  })
}

async function waitFor(started: AccountExport, client: Platelight, context: Context): Promise<AccountExport> {
  if (started.status === 'processing') context.note('The server collects everything. This may take a while.')
  let current = started
  for (let pause = FIRST_PAUSE_MS; current.status === 'processing'; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    await sleep(pause)
    current = await client.account.export()
  }
  if (current.status === 'failed') {
    throw new CliError(
      'The server could not make the export. Its log has the reason.',
      EXIT.unexpected,
      'export_failed',
    )
  }
  return current
}
