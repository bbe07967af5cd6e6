import { Command, Option } from 'commander'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import { positiveNumber } from '../argument-types.ts'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { type Operator, runOperator } from '../run-operator.ts'

type Events = Awaited<ReturnType<Operator['inboundEvents']>>

interface Flags extends SettingFlags {
  readonly json?: boolean
}
interface ListFlags extends Flags {
  readonly receiver?: PurchaseSource
  readonly state?: Events[number]['state']
  readonly limit: number
}

const ID = ['<id>', 'id of an event, such as inb_01k9…'] as const

/** `platelight-server inbound …` */
export function inboundCommand(): Command {
  const inbound = new Command('inbound').description(
    'Look at the events that payment providers sent, and book them again.',
  )
  withSettings(inbound.command('list'))
    .description('List the newest events.')
    .addOption(
      new Option('--receiver <name>', 'of one provider').choices([
        'cardpay',
        'appstore',
        'subscriptions',
        'regionalpay',
      ]),
    )
    .addOption(
      new Option('--state <state>', 'in one state').choices([
        ...['received', 'booked', 'ignored', 'waiting', 'failed'],
      ]),
    )
    .option('--limit <n>', 'how many', positiveNumber, 50)
    .option('--json', 'print JSON')
    .action(({ receiver, state, limit, ...flags }: ListFlags) => {
      const wish = { limit, ...(receiver && { receiver }), ...(state && { state }) }
      return runOperator(flags, (operator) => operator.inboundEvents(wish), lines)
    })
  withSettings(inbound.command('show'))
    .description('Print an event as it came.')
    .argument(...ID)
    .option('--json', 'print JSON')
    .action((id: string, flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.inboundEvent(id),
        ({ body, ...event }) => `${lines([event])}\n\n${body || 'Its content was cleared.'}`,
      ),
    )
  withSettings(inbound.command('replay'))
    .description('Book an event again. What is booked already stays as it is.')
    .argument(...ID)
    .option('--json', 'print JSON')
    .action((id: string, flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.replayInbound(id),
        ({ state, note }) => `${id}: ${state}. ${note}`,
      ),
    )
  return inbound
}

const lines = (events: Events): string =>
  events.length === 0
    ? 'No payment provider has sent an event.'
    : events
        .map(({ id, received_at, receiver, event_key, state, note }) =>
          [id, received_at, receiver, event_key, state, note ?? ''].join('  ').trimEnd(),
        )
        .join('\n')
