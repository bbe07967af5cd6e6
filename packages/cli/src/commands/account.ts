import { type Context, withConnection } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { columns } from '../paint.ts'
import { day } from './dates.ts'

/** `platelight account show`: where the CLI is connected to, and the account behind the key. */
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
        ['next renewal', day(credits.next_renewal)],
      ]),
    )
    return EXIT.ok
  })

/** `platelight account credits`: the balance, alone on its line. */
export const showCredits = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const credits = await client.account.credits()
    context.show(credits, () => String(credits.credits))
    return EXIT.ok
  })

const number = (value: number): string => value.toLocaleString('en-US')
