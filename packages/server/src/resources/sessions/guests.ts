import { DAY_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { guestAccount } from './guest-account.ts'
import { guestRepository } from './guest-repository.ts'
import type { GuestTokens } from './guest-tokens.ts'
import { projectRepository } from './project-repository.ts'

/** A guest that nobody has seen for so long is removed. */
const KEPT_MS = 180 * DAY_MS
const BATCH = 100

/** Guests of an earlier app. They are imported by the operator, and no request ever makes one. */
export const createGuests = (deps: {
  readonly db: Db
  readonly clock: Clock
  readonly tokens: GuestTokens
  readonly garbageAdded: () => void
}) => {
  const { db, clock, tokens, garbageAdded } = deps

  /** Holds by a lock on the guest's account, which a claim takes too, and by the conditions of the removal. */
  const remove = async ({ id, ownAccountId }: { id: string; ownAccountId: string }, since: string): Promise<void> => {
    const at = clock.now()
    await inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', ownAccountId)
      if (!(await guestRepository(tx).removeAbandoned(id, since))) return
      await projectRepository(tx).removeAll(ownAccountId)
      await uploadRepository(tx).removeAll(ownAccountId, undefined, at)
      const entry = { reference: `${id}:removed`, note: 'the guest never came back', at: at.toISOString() }
      await guestAccount(tx).drain(ownAccountId, entry)
      await guestAccount(tx).close(ownAccountId)
    })
    garbageAdded()
  }

  return {
    /** @throws ServiceError `unauthorized` (401) for a token of no guest, `not_configured` (503) */
    async resume(token: string): Promise<Schemas['GuestSession']> {
      const read = await tokens.read(token)
      const guest = read && (await guestRepository(db).resume(read.subject, clock.now().toISOString()))
      if (!read || !guest) throw unknownGuest()
      const own = guest.own_account_id
      return {
        status: 'resumed',
        guest_id: guest.id,
        claimed: guest.claimed_at !== null,
        projects: own === null ? 0 : (await projectRepository(db).ofAccount(own)).length,
        images: own === null ? 0 : (await uploadRepository(db).ofAccount(own)).length,
        credits: own === null ? 0 : await ledgerRepository(db).balance(own),
        expires_at: read.expiresAt,
      }
    },

    /** Removes guests that never came back, with their pictures. */
    async expire(): Promise<void> {
      const since = new Date(clock.now().getTime() - KEPT_MS).toISOString()
      for (;;) {
        const abandoned = await guestRepository(db).abandoned(since, BATCH)
        for (const guest of abandoned) await remove(guest, since)
        if (abandoned.length < BATCH) return
      }
    },
  }
}

const unknownGuest = () =>
  new ServiceError(
    'unauthorized',
    'The guest token is forged or has expired, or its guest is not known here. Sign up for an account instead.',
  )
