import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { orStorageFull } from '../base/service-error.ts'
import { BlobMissing, type Blobs, parseKey } from './blob-store.ts'

/** Blobs as files below `root`, in folders named for the first two characters of their names. */
export async function diskBlobs({ root }: { root: string }): Promise<Blobs> {
  const temporary = join(root, 'tmp')
  const mark = join(root, 'owner')
  // Files that a crash left half-written are in this folder only.
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true })

  const pathOf = (key: string): string => {
    const { area, name } = parseKey(key)
    return join(root, area, name.slice(0, 2), name)
  }

  /** Gives a file its name in its folder. Nearly always the folder is there. */
  const named = (target: string, name: () => Promise<void>): Promise<void> =>
    name().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(dirname(target), { recursive: true })
      await name()
    })

  /** Writes a temporary file and renames it, so that a key either has all of its bytes or does not exist. */
  const place = async (key: string, fill: (path: string) => Promise<void>): Promise<void> => {
    const target = pathOf(key)
    const partial = join(temporary, randomUUID())
    try {
      await fill(partial)
      await named(target, () => rename(partial, target))
    } catch (error) {
      await rm(partial, { force: true })
      throw orStorageFull(error)
    }
  }

  return {
    put: (key, bytes) =>
      place(key, async (partial) => {
        const file = await open(partial, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
      }),

    putFile: (key, path) =>
      place(key, async (partial) => {
        await copyFile(path, partial, constants.COPYFILE_FICLONE)
        const file = await open(partial, 'r+')
        await file.sync().finally(() => file.close())
      }),

    // Blobs never change, so two names may be links to the same bytes, and one that is there already has them.
    async copy(from, to) {
      const target = pathOf(to)
      await missing(
        from,
        named(target, () => link(pathOf(from), target)),
      ).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw orStorageFull(error)
      })
    },

    read: (key) => missing(key, readFile(pathOf(key))),

    async open(key, range) {
      const file = await missing(key, open(pathOf(key), 'r'))
      return createReadStream('', { fd: file, ...(range ?? {}) })
    },

    size: async (key) => (await missing(key, stat(pathOf(key)))).size,

    async delete(keys) {
      const deletions = keys.map(pathOf).map((path) => rm(path, { force: true }))
      const failed = (await Promise.allSettled(deletions)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },

    presign: async () => undefined,

    owner: () =>
      readFile(mark, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),

    async own(installation) {
      // Not among the temporary files, which another process that starts now removes.
      const next = `${mark}.${randomUUID()}`
      await writeFile(next, installation, { mode: 0o600, flush: true })
      await rename(next, mark)
    },

    async check() {
      const probe = join(temporary, `probe-${randomUUID()}`)
      await (await open(probe, 'wx')).close()
      await rm(probe, { force: true })
    },

    close: async () => {},
  }
}

const missing = <T>(key: string, work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BlobMissing(key) : error
  })
