import type { Db } from '../../database/open-database.ts'

/** What the attempts of one transaction show about an endpoint. */
export interface HealthUpdate {
  readonly lastSuccess: string | undefined
  readonly lastFailure: string | undefined
  /** The first failure after the last success among them, without samples; undefined when there is none. */
  readonly firstFailure: string | undefined
  /** If the last failure was before this time, attempts paused after it, so `tried_since` starts again. */
  readonly pausedBefore: string | undefined
}

/** Records since when the deliveries of an endpoint fail. Each change is one update, so it needs no lock. */
export const webhookHealthRepository = (db: Db) => ({
  /** @returns The values of the row now; undefined when the endpoint no longer exists. */
  async update(
    endpointId: string,
    { lastSuccess, lastFailure, firstFailure, pausedBefore }: HealthUpdate,
  ): Promise<{ failingSince: string | null; triedSince: string | null } | undefined> {
    const since = firstFailure ?? null
    return db
      .updateTable('webhook_endpoints')
      .set((row) => ({
        ...(lastFailure !== undefined && { last_failure_at: lastFailure }),
        ...(lastSuccess !== undefined && { last_success_at: lastSuccess, failing_since: since, tried_since: since }),
        ...(lastSuccess === undefined &&
          pausedBefore !== undefined && {
            failing_since: row.fn.coalesce('failing_since', row.val(since)),
            tried_since: row
              .case()
              .when(row.and([row('tried_since', 'is not', null), row('last_failure_at', '>=', pausedBefore)]))
              .then(row.ref('tried_since'))
              .else(since)
              .end(),
          }),
      }))
      .where('id', '=', endpointId)
      .returning(['failing_since as failingSince', 'tried_since as triedSince'])
      .executeTakeFirst()
  },

  /** Disables an enabled endpoint. @returns its account if this call disabled it */
  async disable(endpointId: string, at: string): Promise<string | undefined> {
    const row = await db
      .updateTable('webhook_endpoints')
      .set({ disabled_at: at, disabled_reason: 'no_success', updated_at: at })
      .where('id', '=', endpointId)
      .where('disabled_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    return row?.account_id
  },

  /** Ids of the endpoints whose last attempt failed. */
  async failing(): Promise<string[]> {
    const rows = await db.selectFrom('webhook_endpoints').select('id').where('failing_since', 'is not', null).execute()
    return rows.map(({ id }) => id)
  },
})
