import { setTimeout as sleep } from 'node:timers/promises'
import { readDatabase } from '#server-testing/process'
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
  dataFolder: string,
  kitchens: readonly ChaosAccount[],
  endpoints: readonly Endpoint[],
): Promise<string[]> {
  const database = readDatabase(dataFolder)
  const count = (sql: string) => () => database.all<{ count: number }>(sql)[0]?.count ?? 0
  const until = async (what: string, left: () => number): Promise<string[]> => {
    const giveUpAt = Date.now() + LONGEST_MS
    while (left() > 0) {
      if (Date.now() > giveUpAt) return [`${left()} ${what} after ${LONGEST_MS / 1000} s`]
      await sleep(LOOK_MS)
    }
    return []
  }
  const waitingFor = (ids: readonly string[]) =>
    count(
      `select count(*) as count from webhook_deliveries where state = 'pending' and endpoint_id in (${ids.map((id) => `'${id}'`).join()})`,
    )
  try {
    const open = count("select count(*) as count from runs where state in ('queued', 'running')")
    const unsettled = await until('runs have not ended', open)
    const answering = endpoints.filter(({ manner }) => manner !== 'silent')
    for (const { id, accountId } of answering) {
      const kitchen = kitchens.find((one) => one.id === accountId)
      const late = database.all<{ id: string }>(
        "select id from webhook_deliveries where endpoint_id = ? and (state = 'dead' or (state = 'pending' and attempts > 0))",
        id,
      )
      await eachOf(late, AT_ONCE, async (delivery) => {
        await kitchen?.client.webhookEndpoints.redeliver(id, delivery.id)
      })
    }
    const all = waitingFor(answering.map(({ id }) => id))
    return [...unsettled, ...(await until('deliveries did not arrive', all))]
  } finally {
    database.close()
  }
}
