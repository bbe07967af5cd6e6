import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { deletedAddress } from './ledger-detachment-repository.ts'

/** What a deletion erases, for its reply. */
export interface OwnedCounts {
  readonly photos: number
  readonly files: number
  readonly projects: number
  readonly keys: number
  readonly webhookEndpoints: number
}

export const accountErasureRepository = (db: Db) => ({
  async counts(accountId: string): Promise<OwnedCounts> {
    const count = async (table: 'uploads' | 'projects' | 'api_keys' | 'webhook_endpoints'): Promise<number> => {
      const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('count'))
      return Number((await rows.where('account_id', '=', accountId).executeTakeFirstOrThrow()).count)
    }
    const pictures = await db
      .selectFrom('run_images')
      .innerJoin('runs', 'runs.id', 'run_images.run_id')
      .select(({ fn }) => fn.countAll<number | string>().as('files'))
      .select(({ fn }) => fn.count<number | string>('run_id').distinct().as('photos'))
      .where('runs.account_id', '=', accountId)
      .where('runs.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      photos: Number(pictures.photos),
      files: Number(pictures.files) + (await count('uploads')),
      projects: await count('projects'),
      keys: await count('api_keys'),
      webhookEndpoints: await count('webhook_endpoints'),
    }
  },

  /** Who owns an account that is not being deleted. A lock keeps it so until the transaction ends. */
  async lockOwner(accountId: string): Promise<{ email: string; isVerified: boolean; locale: string } | undefined> {
    await lock(db, 'accounts', accountId)
    const row = await db
      .selectFrom('accounts')
      .select(['email', 'email_verified_at', 'locale'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!row || row.email === deletedAddress(accountId)) return undefined
    return { email: row.email, isVerified: row.email_verified_at !== null, locale: row.locale }
  },

  /** Removes from the account itself what tells whose it is. Nobody can sign in to it any more. */
  async anonymize(accountId: string): Promise<void> {
    const nothing = { email_verified_at: null, password_hash: null, name: null, business_name: null }
    await db
      .updateTable('accounts')
      .set({ ...nothing, email: deletedAddress(accountId), marketing_consent_at: null, role: 'customer' })
      .where('id', '=', accountId)
      .execute()
  },

  /** Removes the account. Every table that refers to accounts refuses this while it has a row of the account. */
  async remove(accountId: string): Promise<void> {
    await db.deleteFrom('accounts').where('id', '=', accountId).execute()
  },
})
