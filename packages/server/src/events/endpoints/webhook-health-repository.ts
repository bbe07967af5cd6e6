import type { Db } from '../../database/open-database.ts'

/** How the attempts that one transaction records went. At least one time is set. */
export interface HealthUpdate {
  readonly lastSuccess: string | undefined
  readonly lastFailure: string | undefined
  /** When the first real delivery failed after the last success. Test deliveries do not count. */
  readonly firstFailure: string | undefined
  /**
   * Set together with `firstFailure`. If the failure before it is older than this, deliveries had paused, and `tried_since`
   * (since when the endpoint has been tried without a pause) starts again.
   */
  readonly pausedBefore: string | undefined
}

/** When an endpoint last succeeded and failed, and since when it has been failing. Each change is one atomic update. */
export const webhookHealthRepository = (db: Db) => ({
  /** @returns The updated times; undefined if the endpoint is gone. */
  async update(
    endpointId: string,
    { lastSuccess, lastFailure, firstFailure, pausedBefore }: HealthUpdate,
  ): Promise<{ failingSince: string | null; triedSince: string | null } | undefined> {
    const since = firstFailure ?? null
    return db
      .updateTable('webhook_endpoints')
      .set((expression) => ({
        ...(lastFailure !== undefined && { last_failure_at: lastFailure }),
        ...(lastSuccess !== undefined && { last_success_at: lastSuccess, failing_since: since, tried_since: since }),
        ...(lastSuccess === undefined &&
          pausedBefore !== undefined && {
            failing_since: expression.fn.coalesce('failing_since', expression.val(since)),
            tried_since: expression
              .case()
              .when(
                expression.and([
                  expression('tried_since', 'is not', null),
                  expression('last_failure_at', '>=', pausedBefore),
                ]),
              )
              .then(expression.ref('tried_since'))
              .else(since)
              .end(),
          }),
      }))
      .where('id', '=', endpointId)
      .returning(['failing_since as failingSince', 'tried_since as triedSince'])
      .executeTakeFirst()
  },

  /** Disables an endpoint that is enabled. @returns The id of its account, if this call disabled it. */
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

  /** Ids of the endpoints whose last real delivery failed. */
  async failing(): Promise<string[]> {
    const rows = await db.selectFrom('webhook_endpoints').select('id').where('failing_since', 'is not', null).execute()
    return rows.map(({ id }) => id)
  },
})
