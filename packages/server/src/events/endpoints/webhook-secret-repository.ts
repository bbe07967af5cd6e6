import type { Db } from '../../database/open-database.ts'

/** The signing secrets of endpoints, encrypted. Each change is one update, so it needs no lock. */
export const webhookSecretRepository = (db: Db) => ({
  /**
   * Replaces the current secret. It becomes the previous one, except during a rotation: then the previous one stays.
   *
   * @param until When the previous one ends.
   */
  async rotate(endpointId: string, secret: string, { at, until }: { at: string; until: string }): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set((row) => ({
        previous_secret: row
          .case()
          .when('previous_secret_until', '>', at)
          .then(row.ref('previous_secret'))
          .else(row.ref('secret'))
          .end(),
        secret,
        previous_secret_until: until,
        updated_at: at,
      }))
      .where('id', '=', endpointId)
      .execute()
  },

  /** Every endpoint with the address of its owner. */
  owners: (): Promise<{ id: string; url: string; email: string }[]> =>
    db
      .selectFrom('webhook_endpoints')
      .innerJoin('accounts', 'accounts.id', 'webhook_endpoints.account_id')
      .select(['webhook_endpoints.id', 'url', 'email'])
      .orderBy('webhook_endpoints.id')
      .execute(),

  /** Ends the previous secret. */
  async finishRotation(endpointId: string, at: string): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ previous_secret: null, previous_secret_until: null, updated_at: at })
      .where('id', '=', endpointId)
      .where('previous_secret_until', 'is not', null)
      .execute()
  },

  /** Removes previous secrets that have ended. */
  async removeExpired(now: string): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ previous_secret: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now)
      .execute()
  },
})
