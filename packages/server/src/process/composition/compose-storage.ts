import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { DAY_MS } from '../../base/durations.ts'
import { createSignedLinks } from '../../blobs/signed-links.ts'
import { createStorageQuota } from '../../blobs/storage-quota.ts'
import { chooseBlobs } from '../adapters.ts'
import { quietWhenFull, watchDiskSpace } from '../data-folder/disk-space.ts'
import type { Core } from '../open-core.ts'

export type Storage = Awaited<ReturnType<typeof composeStorage>>

/** Storage: blobs and their addresses, the folder of incoming uploads, the free space and the quota. */
export async function composeStorage(core: Core, plainLogger: Logger, owner: string) {
  const { config, clock, database, secrets, address } = core
  const { dataFolder, cdnUrl, minFreeBytes } = config
  const incoming = join(dataFolder, 'incoming')
  const isShared = config.database !== undefined
  await removeAbandoned(incoming, isShared ? ABANDONED_MS : Number.NEGATIVE_INFINITY)
  const uploadFolder = isShared ? join(incoming, owner) : incoming
  await mkdir(uploadFolder, { recursive: true })

  const { blobs, folders } = await chooseBlobs(config, plainLogger, database.clock)
  const diskSpace = watchDiskSpace({ folders: [dataFolder, ...folders], minFreeBytes, logger: plainLogger })
  await diskSpace.watch()
  return {
    blobs,
    diskSpace,
    uploadFolder,
    /** Removes what only this process uses, and closes its connections. */
    close: async () => {
      await Promise.all([rm(uploadFolder, { recursive: true, force: true }), blobs.close()])
    },
    /** The log for all other parts. It reports a full disk only once. */
    logger: quietWhenFull(plainLogger, diskSpace),
    links: createSignedLinks({
      ...{ publicUrl: address.publicUrl, cdnUrl, key: secrets.links },
      now: () => clock.now(),
    }),
    quota: createStorageQuota(config.storage),
  }
}

/** No request takes this long. So an older folder of several processes belongs to one that has died. */
const ABANDONED_MS = DAY_MS

/** Removes the incoming files of processes that have died. */
async function removeAbandoned(incoming: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs <= Date.now() - olderThanMs) await rm(path, { recursive: true, force: true })
  }
}
