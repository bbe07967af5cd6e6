import type { Logger } from 'pino'
import { createSignedLinks } from '../../blobs/signed-links.ts'
import { createStorageQuota } from '../../blobs/storage-quota.ts'
import { chooseBlobs } from '../adapters.ts'
import { quietWhenFull, watchDiskSpace } from '../data-folder/disk-space.ts'
import { openIncomingFolder } from '../data-folder/incoming-folder.ts'
import type { Core } from '../open-core.ts'

export type Storage = Awaited<ReturnType<typeof composeStorage>>

/** Storage: blobs and their addresses, the folder of incoming uploads, the free space and the quota. */
export async function composeStorage(core: Core, plainLogger: Logger, owner: string) {
  const { config, clock, database, secrets, address } = core
  const { dataFolder, cdnUrl, minFreeBytes } = config
  const isShared = config.database !== undefined
  const incoming = await openIncomingFolder({ dataFolder, owner: isShared ? owner : undefined, logger: plainLogger })

  const { blobs, folders } = await chooseBlobs(config, plainLogger, database.clock)
  const diskSpace = watchDiskSpace({ folders: [dataFolder, ...folders], minFreeBytes, logger: plainLogger })
  await diskSpace.watch()
  return {
    blobs,
    diskSpace,
    uploadFolder: incoming.folder,
    /** Removes what only this process uses, and closes its connections. */
    close: async () => {
      await Promise.all([incoming.close(), blobs.close()])
    },
    /** The log for all other parts. It reports a full disk only once. */
    logger: quietWhenFull(plainLogger, diskSpace),
    links: createSignedLinks({ publicUrl: address.publicUrl, cdnUrl, key: secrets.links, now: () => clock.now() }),
    quota: createStorageQuota(config.storage),
  }
}
