import type { Selectable } from 'kysely'
import type { Account, Plan } from '../account.ts'
import type { Db } from '../database/open.ts'
import type { AccountsTable } from '../database/schema.ts'

export const accountRepository = (db: Db) => ({
  async byEmail(email: string): Promise<Account | undefined> {
    const row = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async byId(id: string): Promise<Account | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toAccount(row)
  },

  /** Makes a verified account, or gives the one that has the address already. */
  async ensure(account: {
    id: string
    email: string
    plan: Plan
    at: string
  }): Promise<{ account: Account; created: boolean }> {
    const { id, plan, at } = account
    const email = account.email.trim().toLowerCase()
    const row = await db
      .insertInto('accounts')
      .values({
        id,
        email,
        email_verified_at: at,
        password_hash: null,
        plan,
        role: 'customer',
        custom_per_minute: null,
        custom_per_day: null,
        balance: 0,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return { account: toAccount(row), created: true }
    const known = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    return { account: toAccount(known), created: false }
  },

  async setPlan(id: string, plan: Plan): Promise<void> {
    await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute()
  },

  async makeAdmin(id: string): Promise<void> {
    await db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', id).execute()
  },
})

export const toAccount = (row: Selectable<AccountsTable>): Account => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  plan: row.plan,
  role: row.role,
  customPerMinute: row.custom_per_minute,
  customPerDay: row.custom_per_day,
})
