import { sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import { ACCOUNT_JOBS_TASK, type Ticket } from '../job-runner-port.ts'

/** The task of tickets for runs that need a capability. */
export const ticketTask = (capability: string): string => `run:${capability}`
/** The task that wakes a process which sends events. */
export const DELIVERIES_TASK = 'deliver'
/** The task that wakes a process which sends letters. */
export const LETTERS_TASK = 'letters'

/** Jobs of graphile-worker, written in the transaction of their cause. */
export const ticketRepository = (db: Db) => ({
  /** Adds several tickets like this one, which the clock of the database makes due. */
  async add({ capability, nobodyWaits }: Ticket, count: number, delayMs: number): Promise<void> {
    await sql`
      select graphile_worker.add_jobs(array(
        select row(${ticketTask(capability)}::text, ${JSON.stringify({ nobodyWaits })}::json, null::text,
          now() + ${delayMs}::float8 * interval '1 millisecond', null::int, null::text, null::int, null::text[]
        )::graphile_worker.job_spec from generate_series(1, ${count}::int)))`.execute(db)
  },

  async addDeliveries(endpointIds: readonly string[]): Promise<void> {
    await sql`select graphile_worker.add_job(${DELIVERIES_TASK}, ${JSON.stringify({ endpointIds })}::json)`.execute(db)
  },

  async addLetters(): Promise<void> {
    await sql`select graphile_worker.add_job(${LETTERS_TASK})`.execute(db)
  },

  /** Has the task of the timetable carried out at once. */
  async addAccountJob(): Promise<void> {
    await sql`select graphile_worker.add_job(${ACCOUNT_JOBS_TASK})`.execute(db)
  },

  /** Resolves when the tables of jobs can be read. */
  async check(): Promise<void> {
    await sql`select 1 from graphile_worker.jobs limit 1`.execute(db)
  },

  /** The due tickets that no process holds, by capability. */
  async waiting(): Promise<Map<string, number>> {
    const { rows } = await sql<{ task: string; count: number }>`
      select task_identifier as task, count(*) as count from graphile_worker.jobs
      where task_identifier like ${ticketTask('%')} and locked_at is null and run_at <= now() and attempts < max_attempts
      group by task_identifier`.execute(db)
    return new Map(rows.map(({ task, count }) => [task.slice(ticketTask('').length), Number(count)]))
  },

  /**
   * Takes the jobs back that processes which died still hold. Those that were taken a moment ago are left, because a process
   * that has just started is not known yet.
   *
   * @param livePools The names under which processes that are alive hold jobs.
   */
  async unlockOthers(livePools: readonly string[], olderThanMs: number): Promise<void> {
    await sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
      where locked_by is not null and locked_by <> all(${livePools}::text[])
        and locked_at < now() - ${olderThanMs}::float8 * interval '1 millisecond'
      having count(*) > 0`.execute(db)
  },
})
