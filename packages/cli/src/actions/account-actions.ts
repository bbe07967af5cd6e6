import { formatDay, formatMinute } from '../base/date-format.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
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

/** `platelight account usage`: credits spent this month by operation, according to the ledger. */
export const showUsage = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const [credits, month] = await Promise.all([client.account.credits(), client.photos.credits()])
    const start = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`
    const spent = new Map<string, number>()
    for await (const { operation, amount, created_at, type } of client.account.transactions({ limit: 100 })) {
      if (created_at < start) break
      if (!operation || !['hold', 'charge', 'release'].includes(type)) continue
      spent.set(operation, (spent.get(operation) ?? 0) - amount)
    }
    const by_operation = Object.fromEntries([...spent].filter(([, used]) => used !== 0).sort(([, a], [, b]) => b - a))
    const photos = { this_month: month.photosThisMonth, monthly_limit: month.monthlyPhotoLimit }
    context.show({ since: start, ...credits, photos, by_operation }, () =>
      columns([
        ['since', formatDay(start)],
        ['credits left', number(credits.credits)],
        ['credits used', number(credits.credits_used_this_month)],
        ...Object.entries(by_operation).map(([operation, used]) => [`  ${operation}`, number(used)]),
        [
          'photos',
          `${number(photos.this_month)} of ${photos.monthly_limit === null ? 'as many as you like' : number(photos.monthly_limit)}`,
        ],
      ]),
    )
    return EXIT.ok
  })

const number = (value: number): string => value.toLocaleString('en-US')

const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value))
