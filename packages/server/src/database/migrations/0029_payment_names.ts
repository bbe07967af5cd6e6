import type { Kysely } from 'kysely'

/** A payment may have more than one id: a card payment of a subscription is named by its invoice and by its payment intent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('purchases').addColumn('same_as', 'text').execute()
  await db.schema.createIndex('purchases_same_as').on('purchases').columns(['source', 'same_as']).execute()
}
