import { type RawBuilder, sql } from 'kysely'
import type { Plan } from '../../base/account-plan.ts'
import type { Db } from '../../database/open-database.ts'

/** What pictures take of the room. */
export interface StoredPictures {
  readonly originals: number
  readonly uploads: number
  readonly results: number
  readonly thumbnails: number
}

type Sums = Readonly<Record<keyof StoredPictures, number | string | null>>

/** Every stored picture of an account: its account, its kind and its bytes. */
const PICTURES = sql`(
  select r.account_id, case i.role when 'original' then 'originals' when 'output' then 'results' else 'thumbnails' end as kind, i.bytes
  from run_images i join runs r on r.id = i.run_id
  union all select account_id, 'uploads', bytes from uploads
)`

const SUMS = sql.join(
  (['originals', 'uploads', 'results', 'thumbnails'] as const).map(
    (kind) => sql`sum(case when p.kind = ${sql.lit(kind)} then p.bytes else 0 end) as ${sql.ref(kind)}`,
  ),
)

/** How much is stored, summed up by the database. */
export const storageReportRepository = (db: Db) => {
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows
  const sum = async (query: RawBuilder<{ bytes: number | string | null }>) => Number((await rows(query))[0]?.bytes ?? 0)

  return {
    async byPlan(): Promise<(StoredPictures & { plan: Plan; accounts: number })[]> {
      const found = await rows(sql<Sums & { plan: Plan; accounts: number }>`
        select a.plan, count(distinct p.account_id) as accounts, ${SUMS}
        from ${PICTURES} p join accounts a on a.id = p.account_id group by a.plan`)
      return found.map(({ plan, accounts, ...sums }) => ({ plan, accounts: Number(accounts), ...asNumbers(sums) }))
    },

    async largest(limit: number): Promise<(StoredPictures & { id: string; email: string; plan: Plan })[]> {
      const found = await rows(sql<Sums & { id: string; email: string; plan: Plan }>`
        select a.id, a.email, a.plan, ${SUMS}
        from ${PICTURES} p join accounts a on a.id = p.account_id
        group by a.id, a.email, a.plan order by sum(p.bytes) desc, a.id limit ${limit}`)
      return found.map(({ id, email, plan, ...sums }) => ({ id, email, plan, ...asNumbers(sums) }))
    },

    /** Files that belong to no picture of an account: logos, exports, those of visitors and of the operator. */
    others: () =>
      sum(sql`select sum(bytes) as bytes from (
        select bytes from brand_logos union all select bytes from export_archives
        union all select bytes from anonymous_projects union all select bytes from operator_files
      ) o`),

    /** What was made since a time and is still there. */
    addedSince: (since: string) =>
      sum(
        sql`select sum(i.bytes) as bytes from run_images i join runs r on r.id = i.run_id where r.finished_at >= ${since}`,
      ),

    /** What a time ends: whole photos, or their originals alone. */
    async due(
      what: 'results' | 'originals',
      plan: Plan,
      { from, before }: { from: string; before: string },
    ): Promise<{ photos: number; bytes: number }> {
      const [found] = await rows(sql<{ photos: number; bytes: number | null }>`
        select count(distinct r.id) as photos, sum(i.bytes) as bytes
        from run_images i join runs r on r.id = i.run_id join accounts a on a.id = r.account_id
        where r.finished_at >= ${from} and r.finished_at < ${before} and r.deleted_at is null and a.plan = ${plan}
          ${what === 'originals' ? sql`and i.role = 'original' and i.bytes > 0` : sql``}`)
      return { photos: Number(found?.photos ?? 0), bytes: Number(found?.bytes ?? 0) }
    },

    /** The rows of what is kept as a log. */
    async logs(): Promise<{ events: number; deliveries: number; letters: number }> {
      const count = async (table: 'events' | 'webhook_deliveries' | 'letters') => {
        const counted = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('rows'))
        return Number((await counted.executeTakeFirstOrThrow()).rows)
      }
      return {
        events: await count('events'),
        deliveries: await count('webhook_deliveries'),
        letters: await count('letters'),
      }
    },
  }
}

const asNumbers = ({ originals, uploads, results, thumbnails }: Sums): StoredPictures => ({
  originals: Number(originals),
  uploads: Number(uploads),
  results: Number(results),
  thumbnails: Number(thumbnails),
})
