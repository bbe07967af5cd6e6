import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { LeadsTable } from '../database/schema/lead-tables.ts'
import type { LeadKind } from './lead-rules.ts'

export type LeadRow = Selectable<LeadsTable>

type Details = Omit<
  Insertable<LeadsTable>,
  'token_hash' | 'token_expires_at' | 'confirmed_at' | 'requested_at' | 'created_at' | 'updated_at'
>

/** A form as it was sent. */
export interface SentForm extends Details {
  readonly at: string
}

/** Which forms are listed. */
export interface LeadFilter {
  readonly kind: LeadKind | undefined
  /** Only those whose address has confirmed marketing. */
  readonly subscribed: boolean
  readonly limit: number
}

/** A form with the subscription of its address. */
export interface ListedLead extends LeadRow {
  readonly newsletter: number | null
  readonly offers: number | null
  readonly subscribed_at: string | null
}

const UNCONFIRMED = { token_hash: null, token_expires_at: null, confirmed_at: null, requested_at: null } as const

/** Forms of the website: one row for each address, kind and topic. */
export const leadRepository = (db: Db) => ({
  /**
   * Stores a form, or brings the row of an earlier one up to date. A row whose subscription is confirmed stays as it is,
   * because the sender may be another person. Holds by the unique constraint on address, kind and topic.
   *
   * @returns Whether it is the first form of its address, kind and topic.
   */
  async receive({ at, ...form }: SentForm): Promise<{ id: string; isNew: boolean }> {
    const { id: _, kind, email, topic, asks_marketing: asks, ...details } = form
    for (;;) {
      const inserted = await db
        .insertInto('leads')
        .values({ ...form, ...UNCONFIRMED, created_at: at, updated_at: at })
        .onConflict((conflict) => conflict.columns(['email', 'kind', 'topic']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return { id: inserted.id, isNew: true }
      const same = db
        .updateTable('leads')
        .where('email', '=', email)
        .where('kind', '=', kind)
        .where('topic', '=', topic)
      await same
        .set({ ...details, ...(asks === 1 && { asks_marketing: 1 }), updated_at: at })
        .where('confirmed_at', 'is', null)
        .execute()
      const known = await db
        .selectFrom('leads')
        .select('id')
        .where('email', '=', email)
        .where('kind', '=', kind)
        .where('topic', '=', topic)
        .executeTakeFirst()
      // It may have expired meanwhile.
      if (known) return { id: known.id, isNew: false }
    }
  },

  /** Notes that letters are requested, unless the last ones are too recent. Holds by the condition on their time. */
  async noteRequest(id: string, at: string, lastNotAfter: string): Promise<boolean> {
    const row = await db
      .updateTable('leads')
      .set({ requested_at: at })
      .where('id', '=', id)
      .where((lead) => lead.or([lead('requested_at', 'is', null), lead('requested_at', '<=', lastNotAfter)]))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  byId(id: string): Promise<LeadRow | undefined> {
    return db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst()
  },

  byToken(hash: string): Promise<LeadRow | undefined> {
    return db.selectFrom('leads').selectAll().where('token_hash', '=', hash).executeTakeFirst()
  },

  /** Gives a form the token of a new letter, in place of an earlier one. */
  async setToken(id: string, token: { hash: string; expiresAt: string; keptUntil: string }): Promise<void> {
    await db
      .updateTable('leads')
      .set({
        token_hash: token.hash,
        token_expires_at: token.expiresAt,
        confirmed_at: null,
        expires_at: token.keptUntil,
      })
      .where('id', '=', id)
      .execute()
  },

  /** Returns whether this call confirmed it. Holds by the condition that it is unconfirmed. */
  async confirm(id: string, at: string): Promise<boolean> {
    const row = await db
      .updateTable('leads')
      .set({ confirmed_at: at, expires_at: null })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /**
   * Forgets what an address agreed to: forms for the newsletter go, others stay without it for a while. Links of letters to
   * confirm stop working.
   */
  async endMarketing(email: string, keptUntil: string): Promise<void> {
    await db.deleteFrom('leads').where('email', '=', email).where('kind', '=', 'newsletter').execute()
    await db
      .updateTable('leads')
      .set((lead) => ({
        asks_marketing: 0,
        token_hash: null,
        token_expires_at: null,
        confirmed_at: null,
        expires_at: lead.fn.coalesce('expires_at', lead.val(keptUntil)),
      }))
      .where('email', '=', email)
      .where('asks_marketing', '=', 1)
      .execute()
  },

  ofAddress(email: string): Promise<LeadRow[]> {
    return db.selectFrom('leads').selectAll().where('email', '=', email).orderBy('id').execute()
  },

  /** Newest first, each with what its address has confirmed and not ended since. */
  list({ kind, subscribed, limit }: LeadFilter): Promise<ListedLead[]> {
    let all = db
      .selectFrom('leads')
      .leftJoin('subscribers', 'subscribers.address', 'leads.email')
      .selectAll('leads')
      .select(['newsletter', 'offers', 'subscribers.confirmed_at as subscribed_at'])
      .orderBy('id', 'desc')
      .limit(limit)
    if (kind !== undefined) all = all.where('kind', '=', kind)
    return (subscribed ? all.where('address', 'is not', null) : all).execute()
  },

  /** Removes forms. @returns their ids */
  async remove(which: { readonly id: string } | { readonly email: string }): Promise<string[]> {
    const all = db.deleteFrom('leads').returning('id')
    const some = 'id' in which ? all.where('id', '=', which.id) : all.where('email', '=', which.email)
    return (await some.execute()).map(({ id }) => id)
  },

  async removeExpired(at: string): Promise<void> {
    await db.deleteFrom('leads').where('expires_at', '<=', at).execute()
  },
})
