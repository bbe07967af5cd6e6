import type { Logger } from 'pino'
import { part } from '../../base/compose.ts'
import type { Measures } from '../../base/running/measures.ts'
import { deriveKey } from '../../base/secrets/derive-key.ts'
import { measuredBlobs } from '../../blobs/measured-blobs.ts'
import { createSignedLinks } from '../../blobs/signed-links.ts'
import { createStorageQuota } from '../../blobs/storage-quota.ts'
import { createUploadDeduplication } from '../../blobs/upload-deduplication.ts'
import { createVisitorStorage } from '../../blobs/visitor-storage.ts'
import { chooseBlobs } from '../adapters.ts'
import type { Core } from '../open-core.ts'
import { quietWhenFull, watchDiskSpace } from './disk-space.ts'
import { openIncomingFolder } from './incoming-folder.ts'

/** Blobs and their addresses, the folder of incoming uploads, the free space and the quota. */
export const storagePart = part(
  async (needs: Pick<Core, 'config' | 'clock' | 'database' | 'secrets' | 'signingKeys' | 'address'> & PlainNeeds) => {
    const { config, clock, database, secrets, signingKeys, address, plainLogger, owner, measures } = needs
    const { dataFolder, cdnUrl } = config
    const isShared = config.database !== undefined
    const incoming = await openIncomingFolder({ dataFolder, owner: isShared ? owner : undefined, logger: plainLogger })

    const { blobs: store, folders } = await chooseBlobs(config, plainLogger, database.clock)
    const blobs = config.metrics ? measuredBlobs(store, measures) : store
    const { minFreeBytes, visitorsMinFreeBytes } = config
    const watched = { folders: [dataFolder, ...folders] as const, minFreeBytes, visitorsMinFreeBytes }
    const diskSpace = watchDiskSpace({ ...watched, logger: plainLogger })
    await diskSpace.watch()
    const { publicUrl } = address
    const links = createSignedLinks({ publicUrl, cdnUrl, keys: signingKeys.links, now: () => clock.now() })
    const key = deriveKey(secrets.links, 'visitor addresses')
    const visitorStorage = createVisitorStorage({ limits: config.storage, diskSpace, key })
    const quota = createStorageQuota(config.storage, visitorStorage)
    return {
      provides: {
        blobs,
        diskSpace,
        links,
        quota,
        visitorStorage,
        deduplication: createUploadDeduplication({ links, quota }),
        uploadFolder: incoming.folder,
        /** The log for all other parts. It reports a full disk only once. */
        logger: quietWhenFull(plainLogger, diskSpace),
      },
      drain: async () => diskSpace.close(),
      close: () => Promise.all([incoming.close(), blobs.close()]),
    }
  },
)

interface PlainNeeds {
  readonly plainLogger: Logger
  readonly owner: string
  readonly measures: Measures
}
