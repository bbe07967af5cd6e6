import type { Insertable, Selectable } from 'kysely'
import type { Account, Plan } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import type { AccountsTable } from '../database/schema/account-tables.ts'
import { parseEmail } from './email-address.ts'

export const accountRepository = (db: Db) => ({
  async byEmail(email: string): Promise<Account | undefined> {
    const row = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', parseEmail(email).address)
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async byId(id: string): Promise<Account | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toAccount(row)
  },

  /** Creates a verified account, or returns the one that has the address already. */
  async ensureVerified(account: {
    id: string
    email: string
    plan: Plan
    at: string
  }): Promise<{ account: Account; created: boolean }> {
    const { id, plan, at } = account
    const email = parseEmail(account.email).address
    return insertOnce(db, { ...newAccount, id, email, plan, email_verified_at: at, created_at: at })
  },

  /** Creates an unverified account, or returns the one that has the address already. Without a password it has none. */
  async register(account: {
    id: string
    email: string
    passwordHash: string | null
    name: string | null
    businessName: string | null
    marketingConsent: boolean
    /** A BCP 47 tag; `en` by default. */
    locale?: string | undefined
    at: string
  }): Promise<{ account: Account; created: boolean }> {
    return insertOnce(db, {
      ...newAccount,
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      name: account.name,
      business_name: account.businessName,
      marketing_consent_at: account.marketingConsent ? account.at : null,
      ...(account.locale !== undefined && { locale: account.locale }),
      created_at: account.at,
    })
  },

  /** For sign-in: the account and the hash of its password, which is null when it has none. */
  async credentialsOf(email: string): Promise<{ account: Account; passwordHash: string | null } | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
    return row && { account: toAccount(row), passwordHash: row.password_hash }
  },

  /** The profile of an account, which only its owner sees. */
  async profile(id: string): Promise<{
    name: string | null
    businessName: string | null
    locale: string
    credits: number
    createdAt: string
  }> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { name, business_name: businessName, locale, balance: credits, created_at: createdAt } = row
    return { name, businessName, locale, credits, createdAt }
  },

  /**
   * Marks the address as verified. Returns whether this call did it. Holds by the condition that the address is unverified.
   */
  async markVerified(id: string, at: string): Promise<boolean> {
    const row = await db
      .updateTable('accounts')
      .set({ email_verified_at: at })
      .where('id', '=', id)
      .where('email_verified_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** What letters to an account need to know. */
  correspondent: (id: string): Promise<{ email: string; locale: string; marketingConsentAt: string | null }> =>
    db
      .selectFrom('accounts')
      .select(['email', 'locale', 'marketing_consent_at as marketingConsentAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  /** Forgets the consent to marketing of the sign-up form. */
  async withdrawConsent(id: string): Promise<void> {
    await db.updateTable('accounts').set({ marketing_consent_at: null }).where('id', '=', id).execute()
  },

  /** When the address was verified; null while it is not. */
  async verifiedAt(id: string): Promise<string | null> {
    const row = await db.selectFrom('accounts').select('email_verified_at').where('id', '=', id).executeTakeFirst()
    return row?.email_verified_at ?? null
  },

  /**
   * Whether this is still the password of the account. The query is an update that changes nothing: it locks the row, so the
   * result stays true until the transaction ends.
   */
  async lockIfPasswordIs(id: string, passwordHash: string): Promise<boolean> {
    const row = await db
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  async hasPassword(id: string): Promise<boolean> {
    const row = await db.selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirst()
    return (row?.password_hash ?? null) !== null
  },

  /** Null removes the password. */
  async setPassword(id: string, passwordHash: string | null): Promise<void> {
    await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()
  },

  /** Changes what is given; null removes a name. */
  async changeProfile(
    id: string,
    change: { name?: string | null; businessName?: string | null; locale?: string },
  ): Promise<void> {
    const { name, businessName, locale } = change
    if (name === undefined && businessName === undefined && locale === undefined) return
    await db
      .updateTable('accounts')
      .set({
        ...(name !== undefined && { name }),
        ...(businessName !== undefined && { business_name: businessName }),
        ...(locale !== undefined && { locale }),
      })
      .where('id', '=', id)
      .execute()
  },

  async setPlan(id: string, plan: Plan): Promise<void> {
    await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute()
  },

  async setRole(id: string, role: Account['role']): Promise<void> {
    await db.updateTable('accounts').set({ role }).where('id', '=', id).execute()
  },

  /** Null enables the account again. An account that is disabled already keeps its time; holds by that condition. */
  async setDisabled(id: string, at: string | null): Promise<void> {
    const account = db.updateTable('accounts').set({ disabled_at: at }).where('id', '=', id)
    await (at === null ? account : account.where('disabled_at', 'is', null)).execute()
  },

  /** When the account was disabled; null while it may be used. */
  async disabledAt(id: string): Promise<string | null> {
    const row = await db.selectFrom('accounts').select('disabled_at').where('id', '=', id).executeTakeFirst()
    return row?.disabled_at ?? null
  },

  /** Changes the limits of requests that are given; null removes one. */
  async setLimits(id: string, limits: { perMinute?: number | null; perDay?: number | null }): Promise<void> {
    const { perMinute, perDay } = limits
    if (perMinute === undefined && perDay === undefined) return
    await db
      .updateTable('accounts')
      .set({
        ...(perMinute !== undefined && { custom_per_minute: perMinute }),
        ...(perDay !== undefined && { custom_per_day: perDay }),
      })
      .where('id', '=', id)
      .execute()
  },

  async hasAdmin(): Promise<boolean> {
    const admin = db.selectFrom('accounts').select('id').where('role', '=', 'admin').limit(1)
    return (await admin.executeTakeFirst()) !== undefined
  },

  /** All administrators, the oldest first. */
  admins: () =>
    db
      .selectFrom('accounts')
      .select(['id', 'email', 'created_at'])
      .where('role', '=', 'admin')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
})

const newAccount = {
  email_verified_at: null,
  password_hash: null,
  plan: 'Free',
  role: 'customer',
  custom_per_minute: null,
  custom_per_day: null,
  balance: 0,
} as const

/** Holds by the unique address, whatever another transaction inserts at the same moment. */
async function insertOnce(db: Db, row: Insertable<AccountsTable>): Promise<{ account: Account; created: boolean }> {
  const made = await db
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) return { account: toAccount(made), created: true }
  const known = await db.selectFrom('accounts').selectAll().where('email', '=', row.email).executeTakeFirstOrThrow()
  return { account: toAccount(known), created: false }
}

export const toAccount = (row: Selectable<AccountsTable>): Account => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  plan: row.plan,
  role: row.role,
  disabled: row.disabled_at !== null,
  customPerMinute: row.custom_per_minute,
  customPerDay: row.custom_per_day,
})
