import { createHash } from 'node:crypto'
import { DAY_MS } from '../../base/durations.ts'
import type { Db } from '../../database/open-database.ts'

/** An address whose server refused this many letters in a row gets none for a while. */
const MAX_REFUSALS = 3
/** After this time one more letter is tried, because a mailbox may have been set up again. */
const DISABLED_MS = 7 * DAY_MS

/**
 * What is known of addresses beyond accounts: who has ended marketing, and which mailboxes refuse letters. Rows have a hash
 * of the address, so that they can outlast its account.
 */
export const mailAddressRepository = (db: Db) => ({
  /** When marketing to an address was ended; null if it was not. */
  async unsubscribedAt(address: string): Promise<string | null> {
    const row = await db
      .selectFrom('mail_addresses')
      .select('unsubscribed_at')
      .where('hash', '=', hashOf(address))
      .executeTakeFirst()
    return row?.unsubscribed_at ?? null
  },

  /** Ends marketing to an address. The time of the first call is kept. Holds by the upsert. */
  async unsubscribe(address: string, at: string): Promise<void> {
    await db
      .insertInto('mail_addresses')
      .values({ hash: hashOf(address), unsubscribed_at: at, refusals: 0, refused_at: null })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet({ unsubscribed_at: at })
          .where('mail_addresses.unsubscribed_at', 'is', null),
      )
      .execute()
  },

  /** For a person who agreed to marketing again. The caller has proof that they read the mail of the address. */
  async resubscribe(address: string): Promise<void> {
    await db
      .updateTable('mail_addresses')
      .set({ unsubscribed_at: null })
      .where('hash', '=', hashOf(address))
      .where('unsubscribed_at', 'is not', null)
      .execute()
  },

  /** Counts a letter that the server of the address refused for good. Holds by the upsert. */
  async addRefusal(address: string, at: string): Promise<void> {
    await db
      .insertInto('mail_addresses')
      .values({ hash: hashOf(address), unsubscribed_at: null, refusals: 1, refused_at: at })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet((row) => ({ refusals: row('mail_addresses.refusals', '+', 1), refused_at: at })),
      )
      .execute()
  },

  /** Forgets refusals, because a letter was accepted. */
  async clearRefusals(address: string): Promise<void> {
    await db
      .updateTable('mail_addresses')
      .set({ refusals: 0, refused_at: null })
      .where('hash', '=', hashOf(address))
      .where('refusals', '>', 0)
      .execute()
  },

  /** Whether an address refused the last letters, so that none is sent to it for now. */
  async isDisabled(address: string, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('mail_addresses')
      .select('hash')
      .where('hash', '=', hashOf(address))
      .where('refusals', '>=', MAX_REFUSALS)
      .where('refused_at', '>', new Date(now.getTime() - DISABLED_MS).toISOString())
      .executeTakeFirst()
    return row !== undefined
  },
})

const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex')
