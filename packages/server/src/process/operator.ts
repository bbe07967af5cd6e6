import { createAccountDeletion } from '../account-data/deletion/account-deletion.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import type { Account, Plan } from '../base/account-plan.ts'
import { ADMIN_SCOPES, CUSTOMER_SCOPES } from '../base/scopes.ts'
import { deriveKey } from '../base/secrets/derive-key.ts'
import { createSecretCipher } from '../base/secrets/secret-cipher.ts'
import { notFound, ServiceError } from '../base/service-error.ts'
import type { Scope } from '../contract/index.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { createLetterContents } from '../mail/letter-contents.ts'
import { createLetterLimits } from '../mail/letter-limits.ts'
import { createLetters } from '../mail/letters.ts'
import { auditLedger } from '../purchases/audit/audit-ledger.ts'
import { ledgerAuditRepository } from '../purchases/audit/ledger-audit-repository.ts'
import { inProcessQueue } from '../queue/in-process-queue.ts'
import { createAccountOperator } from '../resources/admin/account-operator.ts'
import { createRevokeAccess } from '../resources/auth/revoke-access.ts'
import { growthRepository } from '../resources/growth/growth-repository.ts'
import type { GuestImport } from './guests/import-guests.ts'
import { createInboundOperator } from './inbound-operator.ts'
import { createSecretsOperator } from './installation/secrets-operator.ts'
import { createLeadOperator } from './lead-operator.ts'
import type { Core } from './open-core.ts'
import { reportStorage } from './storage/storage-report.ts'

/** Programs that give credits on application. */
const PROGRAMS = { startup: 1_000 } as const

interface Ensured {
  readonly account: Account
  readonly vouched: boolean
}

/** What a person with a shell on the machine may do without the API. */
export const createOperator = (core: Core) => {
  const { database, ids, clock, keys, sessions, ledger } = core
  const { db } = database

  const accounts = createAccountOperator({ ...core, db })
  const revokeAccess = createRevokeAccess({ clock, sessions, keys })

  /**
   * Verifies the address of an account whose owner never proved it. Whoever signed up may not own the address, so their password
   * and everything else that they created no longer open the account.
   */
  const verifyByOperator = (account: Account): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      if (!(await accountRepository(tx).markVerified(account.id, clock.now().toISOString()))) return false
      await accountRepository(tx).setPassword(account.id, null)
      await revokeAccess(tx, account.id)
      return true
    })

  const ensure = async (email: string, plan: Plan | undefined): Promise<Ensured> => {
    const { account: found, created } = await accountRepository(db).ensureVerified({
      id: ids.next('acc'),
      email,
      plan: plan ?? 'Free',
      at: clock.now().toISOString(),
    })
    const vouched = !found.emailVerified && (await verifyByOperator(found))
    const account = { ...found, emailVerified: true }
    if (created || plan === undefined || plan === account.plan) return { account, vouched }
    await accountRepository(db).setPlan(account.id, plan)
    return { account: { ...account, plan }, vouched }
  }

  const giveKey = async (
    { account, vouched }: Ensured,
    { name, scopes, credits }: { name: string; scopes: readonly Scope[]; credits: number },
  ) => {
    const { key, secret } = await keys.create(account.id, { name, scopes, expiresAt: null }, new Set(ADMIN_SCOPES))
    const balance = await accounts.grant(account, credits, 'granted with a key')
    return {
      key: secret,
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      account: { id: account.id, email: account.email, plan: account.plan, role: account.role },
      /** Whether the account existed and was unverified. If so, its password, sessions and keys no longer work. */
      vouched,
      credits: balance,
      created_at: key.createdAt,
    }
  }

  return {
    ...accounts,
    ...createDeletionOperator(core),
    ...createLeadOperator(core),
    ...createInboundOperator(core),
    ...createSecretsOperator(core),

    /**
     * Usage events of accounts that consent, oldest first.
     *
     * @param since Only what was received after this time.
     */
    async usageEvents(since = '') {
      const events = await growthRepository(db).receivedAfter(since)
      return events.map(({ properties, ...event }) => ({ ...event, properties: JSON.parse(properties) as unknown }))
    },

    /** Imports guests of an earlier app. Only this command reads pictures, so only it loads what reads them. */
    async importGuests(path: string, options: { readonly checkOnly: boolean }): Promise<GuestImport> {
      const { importGuests } = await import('./guests/import-guests.ts')
      return importGuests(core, path, options)
    },

    /** Creates a key, and a verified account if there is none. The secret of the key is returned only here. */
    async createKey(options: { email: string; name: string; credits: number; plan: Plan | undefined }) {
      const { name, credits } = options
      return giveKey(await ensure(options.email, options.plan), { name, credits, scopes: CUSTOMER_SCOPES })
    },

    /** A link with which somebody who is locked out chooses a new password, once and within an hour. */
    async resetLink(email: string) {
      const { token } = await accounts.resetToken(email)
      const { passwordResetUrl, publicUrl, port } = core.config
      const page = passwordResetUrl ?? `${publicUrl ?? `http://127.0.0.1:${port}`}/auth/reset-password`
      return { email, url: `${page}${page.includes('?') ? '&' : '?'}token=${token}` }
    },

    /** Creates an administrator, or makes an existing account one, with a key for /api/admin. */
    async createAdmin(options: { email: string; name: string }) {
      const { account, vouched } = await ensure(options.email, undefined)
      await accountRepository(db).setRole(account.id, 'admin')
      const admin = { account: { ...account, role: 'admin' as const }, vouched }
      return giveKey(admin, { name: options.name, credits: 0, scopes: ADMIN_SCOPES })
    },

    /**
     * Gives the credits of a program, once to each account.
     *
     * @throws ServiceError `not_found`, `already_done`
     */
    async grantProgram(email: string, program: keyof typeof PROGRAMS) {
      const account = await accountRepository(db).byEmail(email)
      if (!account) throw notFound(`account ${email}`)
      const granted = PROGRAMS[program]
      const reference = `${program}:${account.id}`
      const wish = { accountId: account.id, credits: granted, reference, note: `${program} program` }
      const credits = await inTransaction(db, (tx) => ledger.grant(tx, wish))
      if (credits === undefined)
        throw new ServiceError('already_done', `${email} has had the credits of the ${program} program.`)
      return { account: { id: account.id, email: account.email, plan: account.plan }, granted, credits }
    },

    /** @param backups A folder of backups that is measured, too. */
    reportStorage: (backups?: string) => reportStorage(core, backups),

    /** Compares the books with each other, as they are at one moment. */
    auditLedger: () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const faults = await auditLedger(tx)
          return { ok: faults.length === 0, ...(await ledgerAuditRepository(tx).size()), faults }
        }),
  }
}

/** Deletes accounts without their owner's credential: after a letter that asks for it, or again after a backup was restored. */
const createDeletionOperator = ({ database, ids, clock, secrets }: Core) => {
  const { db } = database
  // Nobody listens in this process. A server looks for such work every minute, and when it starts.
  const queue = inProcessQueue({ isSettled: async () => true })
  const contents = createLetterContents(createSecretCipher(deriveKey(secrets.links, 'letters')))
  const limits = createLetterLimits({ clock, key: deriveKey(secrets.links, 'letter counts') })
  const letters = createLetters({ ids, clock, contents, limits, queue })
  const deleteAccount = createAccountDeletion({ db, ids, clock, queue, letters })

  return {
    /**
     * Closes an account at once, as its owner would by DELETE /api/account. A server erases what belongs to it.
     *
     * @throws ServiceError `not_found` when no account has the address or the id.
     */
    async deleteAccount(which: { readonly email: string } | { readonly id: string }) {
      const accounts = accountRepository(db)
      const account = 'id' in which ? await accounts.byId(which.id) : await accounts.byEmail(which.email)
      if (!account) throw notFound(`account ${'id' in which ? which.id : which.email}`)
      const { erased, deletedAt } = await deleteAccount(account.id)
      const { webhookEndpoints: webhook_endpoints, ...counts } = erased
      return { id: account.id, email: account.email, erased: { ...counts, webhook_endpoints }, deleted_at: deletedAt }
    },
  }
}
