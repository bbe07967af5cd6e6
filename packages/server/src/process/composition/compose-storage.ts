import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createSignedLinks } from '../../blobs/signed-links.ts'
import { createStorageQuota } from '../../blobs/storage-quota.ts'
import { chooseBlobs } from '../adapters.ts'
import { quietWhenFull, watchDiskSpace } from '../data-folder/disk-space.ts'
import type { Core } from '../open-core.ts'

export type Storage = Awaited<ReturnType<typeof composeStorage>>

/** Storage: blobs and their addresses, the folder of incoming uploads, the free space and the quota. */
export async function composeStorage({ config, clock, secrets, address }: Core, plainLogger: Logger) {
  const { dataFolder, cdnUrl, minFreeBytes } = config
  const uploadFolder = join(dataFolder, 'incoming')
  await rm(uploadFolder, { recursive: true, force: true })
  await mkdir(uploadFolder, { recursive: true })

  const { blobs, folders } = await chooseBlobs(config)
  const diskSpace = watchDiskSpace({ folders: [dataFolder, ...folders], minFreeBytes, logger: plainLogger })
  await diskSpace.watch()
  return {
    blobs,
    diskSpace,
    uploadFolder,
    /** The log for all other parts. It reports a full disk only once. */
    logger: quietWhenFull(plainLogger, diskSpace),
    links: createSignedLinks({
      ...{ publicUrl: address.publicUrl, cdnUrl, key: secrets.links },
      now: () => clock.now(),
    }),
    quota: createStorageQuota(config.storage),
  }
}
