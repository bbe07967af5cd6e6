import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, ticketsLeft } from '#server-testing/process'
import type { ChaosAccount } from './chaos-accounts.ts'
import { eachOf } from './each-of.ts'
import type { Endpoint } from './facts.ts'

const LONGEST_MS = 180_000
const LOOK_MS = 200
const AT_ONCE = 8

/**
 * Waits until all work has ended and every working receiver has got everything. Deliveries that would wait for minutes
 * are redelivered at once, as their owner could do.
 *
 * @returns what did not settle
 */
export async function settle(
  db: Db,
  kitchens: readonly ChaosAccount[],
  endpoints: readonly Endpoint[],
): Promise<string[]> {
  const until = async (what: string, left: () => Promise<number>): Promise<string[]> => {
    const giveUpAt = Date.now() + LONGEST_MS
    for (;;) {
      const count = await left()
      if (count === 0) return []
      if (Date.now() > giveUpAt) return [`${count} ${what} after ${LONGEST_MS / 1000} s`]
      await sleep(LOOK_MS)
    }
  }
  const runs = db.selectFrom('runs').select('id').where('state', 'in', ['queued', 'running'])
  const unsettled = await until('runs have not ended', async () => (await runs.execute()).length)

  const answering = endpoints.filter(({ manner }) => manner !== 'silent')
  for (const { id, accountId } of answering) {
    const kitchen = kitchens.find((one) => one.id === accountId)
    const late = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('endpoint_id', '=', id)
      .where(({ eb, and, or }) =>
        or([eb('state', '=', 'dead'), and([eb('state', '=', 'pending'), eb('attempts', '>', 0)])]),
      )
      .execute()
    await eachOf(late, AT_ONCE, async (delivery) => {
      await kitchen?.client.webhookEndpoints.redeliver(id, delivery.id)
    })
  }
  const ids = answering.map(({ id }) => id)
  const waiting = db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'pending')
  const undelivered = async () => (await waiting.where('endpoint_id', 'in', ids).execute()).length
  return [
    ...unsettled,
    ...(await until('deliveries did not arrive', undelivered)),
    ...(await until('tickets were not used up', () => ticketsLeft(db))),
  ]
}
