import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { EmailTokensTable } from '../database/schema/account-tables.ts'
import { lock } from '../database/transaction-lock.ts'

export type TokenPurpose = EmailTokensTable['purpose']

/** Tokens of e-mailed links. Only their hashes are stored. */
export const emailTokenRepository = (db: Db) => ({
  find(hash: string, purpose: TokenPurpose): Promise<Selectable<EmailTokensTable> | undefined> {
    return db
      .selectFrom('email_tokens')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
  },

  /** Inserts a token in place of the unused ones of the same purpose. Holds by a lock on the account. */
  async replaceUnused(token: Insertable<EmailTokensTable>): Promise<void> {
    await lock(db, 'accounts', token.account_id)
    await db
      .deleteFrom('email_tokens')
      .where('account_id', '=', token.account_id)
      .where('purpose', '=', token.purpose)
      .where('used_at', 'is', null)
      .execute()
    await db.insertInto('email_tokens').values(token).execute()
  },

  /** Returns whether this call used the token. Holds by the condition that it is unused. */
  async use(hash: string, purpose: TokenPurpose, { at, source }: { at: string; source: string }): Promise<boolean> {
    const row = await db
      .updateTable('email_tokens')
      .set({ used_at: at, source })
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .returning('hash')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Removes what expired before a time, except verification links that were used. */
  async removeExpired(before: string): Promise<void> {
    await db
      .deleteFrom('email_tokens')
      .where('expires_at', '<=', before)
      .where((eb) => eb.or([eb('used_at', 'is', null), eb('purpose', '=', 'reset')]))
      .execute()
  },
})
