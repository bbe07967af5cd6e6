import { part } from '../../base/compose.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import { createStorePhoto } from '../../blobs/store-photo.ts'
import type { Routes } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createBrandProfiles } from './brand-profiles.ts'

interface Needs {
  readonly db: Db
  readonly blobs: Blobs
  readonly ids: Ids
  readonly clock: Clock
  readonly links: SignedLinks
  readonly quota: StorageQuota
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly engineFor: EngineFor
}

/** The brand of an account. */
export const brandNoun = part((needs: Needs) => {
  const storePhoto = createStorePhoto({ ...needs, garbageAdded: needs.queue.garbageAdded })
  const profiles = createBrandProfiles({ ...needs, storePhoto })
  const brand: Routes<'brand'> = {
    profile: ({ user }) => profiles.read(user.account.id),
    upload: ({ user, body, files, signal }) => profiles.save(user.account.id, body, files[0]?.path, signal),
    clear: ({ user }) => profiles.clear(user.account.id),
  }
  return {
    provides: { brandOf: profiles.read },
    routes: { brand },
    owns: ownedTables({
      brand_profiles: { key: 'account_id', file: 'brand', json: ['colors'] },
      brand_logos: { key: 'account_id', file: null, erasedApart: true },
    }),
    erase: ({ id }) => profiles.clear(id),
  }
})
