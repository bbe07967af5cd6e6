import type { Sessions } from '../../accounts/session-tokens.ts'
import type { Clock } from '../../base/ports.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Db } from '../../database/open-database.ts'
import { webhookEndpointRepository } from '../../events/webhook-endpoint-repository.ts'

export type RevokeAccess = ReturnType<typeof createRevokeAccess>

interface Dependencies {
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'revokeAll'>
  readonly keys: { revokeAll(tx: Db, accountId: string, before?: string): Promise<void> }
}

/**
 * Ends whatever lets somebody into an account or sends its photos out: sessions, keys, webhook endpoints with what waits
 * for them, and uploads with their files. Whoever typed an address first could have made them; who reads its mail did not.
 *
 * What is being worked on goes on. An account that is not verified begins no work, so such work is from before there was
 * that rule; it ends in the account's own history, and where its upload is gone it fails and costs nothing.
 */
export const createRevokeAccess =
  ({ clock, sessions, keys }: Dependencies) =>
  /** @param before Only what was made before this time; all of it when left out. */
  async (tx: Db, accountId: string, before?: string): Promise<void> => {
    await sessions.revokeAll(tx, accountId, before)
    await keys.revokeAll(tx, accountId, before)
    await webhookEndpointRepository(tx).removeAll(accountId, before)
    await uploadRepository(tx).removeAll(accountId, before, clock.now())
  }
