import { setTimeout as sleep } from 'node:timers/promises'
import type { Platelight, WebhookDelivery } from '@platelight/sdk'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { columns, formatMinute } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
import type { EventType } from '../../webhooks/event-type-argument.ts'
import { type ListFlags, showList } from '../show-list.ts'

export interface DeliveriesFlags extends ListFlags {
  readonly status?: WebhookDelivery['status']
}

type Attempt = WebhookDelivery['attempts'][number]

/** `platelight webhooks deliveries`: one line per delivery, or a single delivery with its attempts. */
export const showDeliveries = (
  endpoint: string,
  delivery: string | undefined,
  { status, ...flags }: DeliveriesFlags,
  context: Context,
): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    if (delivery !== undefined) {
      const found = await deliveryOf(client, endpoint, delivery, Number.POSITIVE_INFINITY)
      if (!found) throw new CliError(`Endpoint ${endpoint} has no delivery ${delivery}.`, EXIT.rejected, 'not_found')
      show(found, context)
      return EXIT.ok
    }
    return showList(
      (params) => client.webhookEndpoints.deliveries(endpoint, { ...params, ...(status && { status }) }),
      flags,
      {
        noun: 'deliveries',
        empty: 'No deliveries yet.',
        row: (item) => [
          item.id,
          formatMinute(item.created_at),
          item.status.padEnd(9),
          item.event_type.padEnd(27),
          timeline(item),
        ],
      },
      context,
    )
  })

/** `500, timeout, next 2026-11-22 10:04 UTC`; each redelivery follows a bar. */
function timeline({ attempts, next_attempt_at }: WebhookDelivery): string {
  const rounds = new Map<number, string[]>()
  for (const attempt of attempts) {
    const round = rounds.get(attempt.round)
    if (round) round.push(outcome(attempt))
    else rounds.set(attempt.round, [outcome(attempt)])
  }
  const past = [...rounds.values()].map((round) => round.join(', ')).join(' | ')
  return [past, next_attempt_at && `next ${formatMinute(next_attempt_at)}`].filter(Boolean).join(', ')
}

const outcome = ({ status_code, error }: Attempt): string => error ?? String(status_code)

/** Finds a delivery among the newest `maxSearched` of its endpoint. */
async function deliveryOf(
  { webhookEndpoints }: Platelight,
  endpoint: string,
  id: string,
  maxSearched: number,
): Promise<WebhookDelivery | undefined> {
  let seen = 0
  for await (const delivery of webhookEndpoints.deliveries(endpoint, { limit: 100 })) {
    if (delivery.id === id) return delivery
    if (++seen >= maxSearched) return undefined
  }
  return undefined
}

function show(delivery: WebhookDelivery, context: Context): void {
  const { id, event_id, event_type, status, attempts, next_attempt_at } = delivery
  context.show(delivery, () =>
    columns([
      ['id', id],
      ['event', `${event_id} ${event_type}`],
      ['status', status],
      ...attempts.map((attempt) => [
        attempt.started_at.slice(0, 19).replace('T', ' '),
        [`[${outcome(attempt)}] ${attempt.duration_ms} ms`, excerptOf(attempt)].filter(Boolean).join('  '),
      ]),
      ...(next_attempt_at ? [['next', formatMinute(next_attempt_at)]] : []),
    ]),
  )
}

const excerptOf = ({ response_excerpt, status_code }: Attempt): string =>
  status_code !== null && status_code < 300 ? '' : escapeControls((response_excerpt ?? '').trim().slice(0, 200))

/** `platelight webhooks endpoints test`: sends a sample event and reports the answer of the receiver. */
export const testEndpoint = (endpoint: string, event: EventType | undefined, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const delivery = await client.webhookEndpoints.test(endpoint, event === undefined ? {} : { event })
    return reportNextAttempt(client, delivery, context)
  })

/** `platelight webhooks redeliver`: sends an event again and reports the answer of the receiver. */
export const redeliver = (endpoint: string, id: string, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const delivery = await client.webhookEndpoints.redeliver(endpoint, id)
    return reportNextAttempt(client, delivery, context)
  })

/** An attempt takes at most five seconds; a busy server may start it later. */
const PATIENCE_MS = 15_000
const POLL_MS = 400

/** Waits for the next attempt: 0 if the receiver accepted it, 1 if not, and 0 with a note if it is still pending. */
async function reportNextAttempt(client: Platelight, delivery: WebhookDelivery, context: Context): Promise<ExitCode> {
  const deadline = Date.now() + PATIENCE_MS
  // A redelivered event still lists its earlier attempts.
  const latest = ({ attempts }: WebhookDelivery) => attempts.at(-1)?.started_at
  let now = delivery
  while (latest(now) === latest(delivery) && Date.now() < deadline) {
    await sleep(POLL_MS)
    now = (await deliveryOf(client, delivery.endpoint_id, delivery.id, 1_000)) ?? now
  }
  show(now, context)
  if (latest(now) === latest(delivery)) {
    context.note(`The attempt is still pending: platelight webhooks deliveries ${delivery.endpoint_id} ${delivery.id}`)
    return EXIT.ok
  }
  return now.status === 'delivered' ? EXIT.ok : EXIT.unexpected
}
