import type { Db } from '../../database/open-database.ts'
import { PRIORITY } from '../../runs/run-priority.ts'

/** What waits, and since when its oldest part does. */
export interface Waiting {
  readonly count: number
  readonly oldestAt: string | undefined
}

const URGENCIES = { caller: PRIORITY.waiting, job: PRIORITY.job, batch: PRIORITY.item } as const
export type Urgency = keyof typeof URGENCIES

/** What is left to do, in the whole installation. Each is read from an index, so that its cost does not grow with the history. */
export const backlogRepository = (db: Db) => ({
  async runs(): Promise<
    readonly { urgency: Urgency; state: 'queued' | 'running'; waiting: Waiting; credits: number }[]
  > {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => [
        'state',
        'priority',
        fn.countAll<number>().as('count'),
        fn.min('created_at').as('oldest'),
        fn.sum<number | null>('credits').as('credits'),
      ])
      .where('state', 'in', ['queued', 'running'])
      .where('priority', '>=', PRIORITY.item)
      .groupBy(['state', 'priority'])
      .execute()
    return (Object.keys(URGENCIES) as Urgency[]).flatMap((urgency) =>
      (['queued', 'running'] as const).map((state) => {
        const row = rows.find((one) => one.state === state && one.priority === URGENCIES[urgency])
        const waiting = { count: Number(row?.count ?? 0), oldestAt: row?.oldest ?? undefined }
        return { urgency, state, waiting, credits: Number(row?.credits ?? 0) }
      }),
    )
  },

  async deliveries(): Promise<Waiting> {
    const row = await db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'pending')
      .executeTakeFirst()
    return { count: Number(row?.count ?? 0), oldestAt: row?.oldest ?? undefined }
  },

  async letters(): Promise<Waiting> {
    const row = await db
      .selectFrom('letters')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    return { count: Number(row?.count ?? 0), oldestAt: row?.oldest ?? undefined }
  },
})
