import { identityRepository } from '../../accounts/identity/identity-repository.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { Clock } from '../../base/ports.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Db } from '../../database/open-database.ts'
import { webhookEndpointRepository } from '../../events/endpoints/webhook-endpoint-repository.ts'

export type RevokeAccess = ReturnType<typeof createRevokeAccess>

interface Dependencies {
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'revokeAll'>
  readonly keys: { revokeAll(tx: Db, accountId: string, before?: string): Promise<void> }
}

/**
 * Revokes everything that gives access to an account or sends its photos out: sessions, keys, links to identity providers,
 * webhook endpoints with their waiting deliveries, and uploads with their files. A stranger who signed up with the address may have created them.
 *
 * Runs continue. An unverified account cannot start any, so such a run is older than that rule. It ends in the history of
 * the account. If its upload is gone, it fails and costs nothing.
 */
export const createRevokeAccess =
  ({ clock, sessions, keys }: Dependencies) =>
  /** @param options.before Only what was created before this time; without it, everything. */
  async (
    tx: Db,
    accountId: string,
    { before, keepsIdentities = false }: { before?: string; keepsIdentities?: boolean } = {},
  ): Promise<void> => {
    if (!keepsIdentities) await identityRepository(tx).removeAll(accountId, before)
    await sessions.revokeAll(tx, accountId, before)
    await keys.revokeAll(tx, accountId, before)
    await webhookEndpointRepository(tx).removeAll(accountId, before)
    await uploadRepository(tx).removeAll(accountId, before, clock.now())
  }
