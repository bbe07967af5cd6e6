import type { Kysely } from 'kysely'

/** What menus, posters and captions of an account carry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('brand_profiles')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('business_name', 'text')
    .addColumn('tagline', 'text')
    .addColumn('cuisine', 'text')
    .addColumn('tone', 'text')
    .addColumn('website', 'text')
    .addColumn('phone', 'text')
    .addColumn('address', 'text')
    .addColumn('colors', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('brand_logos')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('blob', 'text', (column) => column.notNull().unique())
    .addColumn('mime', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('colors', 'text', (column) => column.notNull())
    .execute()
}
