import { accountErasureRepository } from '../../account-data/deletion/account-erasure-repository.ts'
import { ledgerDetachmentRepository } from '../../account-data/deletion/ledger-detachment-repository.ts'
import { accountRepository } from '../../accounts/account-repository.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import type { Db } from '../../database/open-database.ts'

/**
 * The account that keeps what belongs to a guest. It has no password, and its address cannot receive e-mail, so nobody can sign in
 * to it.
 *
 * @param tx Every function belongs to the transaction of its cause.
 */
export const guestAccount = (tx: Db) => ({
  async open(id: string, guestId: string, { credits, at }: { credits: number; at: string }): Promise<void> {
    const nobody = { passwordHash: null, name: null, businessName: null, marketingConsent: false }
    await accountRepository(tx).register({ id, email: `${guestId}@guest.invalid`, ...nobody, at })
    if (credits === 0) return
    const entry = { accountId: id, kind: 'grant', amount: credits, credits, reference: guestId } as const
    await ledgerRepository(tx).append({ ...entry, note: 'credits of an imported guest' }, at)
  },

  /**
   * Takes all credits out of it. Holds by a lock on the account.
   *
   * @param reference Of the entry, so that it is booked once.
   * @returns how many there were
   */
  async drain(id: string, { reference, note, at }: { reference: string; note: string; at: string }): Promise<number> {
    const credits = await ledgerRepository(tx).lockBalance(id)
    const entry = { accountId: id, kind: 'adjust', amount: -credits, credits, reference, note } as const
    if (credits > 0) await ledgerRepository(tx).append(entry, at)
    return credits
  },

  /** Removes it when it is empty. If it ever had credits, it stays, because its ledger does. No guest may name it any more. */
  async close(id: string): Promise<void> {
    if (await ledgerDetachmentRepository(tx).hasEntries(id)) return
    await accountErasureRepository(tx).remove(id)
  },
})
