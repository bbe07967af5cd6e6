import { sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'

/** The lists that forms of the website can begin. */
export type SubscribedList = 'newsletter' | 'offers'

/** What the reader of an address has agreed to. */
export interface Subscriber {
  readonly newsletter: boolean
  readonly offers: boolean
  /** A BCP 47 tag; empty when the form named none. */
  readonly locale: string
  readonly confirmedAt: string
}

/**
 * Addresses whose readers have confirmed marketing with the link of a letter. They may have an account or not, and what they
 * agreed to counts beside the preferences of the account.
 */
export const subscriberRepository = (db: Db) => ({
  async find(address: string): Promise<Subscriber | undefined> {
    const row = await db.selectFrom('subscribers').selectAll().where('address', '=', address).executeTakeFirst()
    return (
      row && {
        newsletter: row.newsletter === 1,
        offers: row.offers === 1,
        locale: row.locale,
        confirmedAt: row.confirmed_at,
      }
    )
  },

  /** Adds lists to those that an address has. Holds by the upsert. */
  async add(address: string, lists: readonly SubscribedList[], { locale, at }: { locale: string; at: string }) {
    const flag = (list: SubscribedList) => (lists.includes(list) ? 1 : 0)
    const [newsletter, offers] = [flag('newsletter'), flag('offers')]
    await db
      .insertInto('subscribers')
      .values({ address, newsletter, offers, locale, confirmed_at: at })
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet({
          locale,
          confirmed_at: at,
          newsletter: sql`case when ${newsletter} = 1 then 1 else subscribers.newsletter end`,
          offers: sql`case when ${offers} = 1 then 1 else subscribers.offers end`,
        }),
      )
      .execute()
  },

  /** Ends lists of an address. @returns whether it has another one */
  async end(address: string, lists: readonly SubscribedList[]): Promise<boolean> {
    const off = Object.fromEntries(lists.map((list) => [list, 0]))
    if (lists.length > 0) await db.updateTable('subscribers').set(off).where('address', '=', address).execute()
    await db
      .deleteFrom('subscribers')
      .where('address', '=', address)
      .where('newsletter', '=', 0)
      .where('offers', '=', 0)
      .execute()
    return (await this.find(address)) !== undefined
  },

  async remove(address: string): Promise<void> {
    await db.deleteFrom('subscribers').where('address', '=', address).execute()
  },
})
