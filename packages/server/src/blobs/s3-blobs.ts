import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '../base/config/s3-settings.ts'
import { storageUnavailable } from '../base/service-error.ts'
import { BlobMissing, type Blobs, parseKey } from './blob-store.ts'
import { deleteObjects } from './s3/s3-deletion.ts'
import { openDownload } from './s3/s3-download.ts'
import { refusalOf, S3Problem } from './s3/s3-problem.ts'
import { createS3Client, type S3Limits, type S3Request } from './s3/s3-requests.ts'

export interface S3BlobsOptions {
  readonly settings: S3Settings
  /** Gets the reason of each failure and of each check that failed, in words for the operator. Callers only learn that the storage does not respond. */
  readonly onTrouble: (problem: S3Problem) => void
  readonly limits?: S3Limits
  /** The time of the signatures; that of this machine by default. */
  readonly now?: () => Date
}

const LIMITS: S3Limits = { replyMs: 20_000, pauseMs: 30_000, patienceMs: { write: 45_000, read: 15_000 } }

/** Not blob keys, so they cannot meet one. The first is written again and again. */
const PROBE = 'probe'
const OWNER = 'owner'
/** How long a check that succeeded is good for, so that frequent checks cost no frequent writes. */
const CHECKED_MS = 5_000

/**
 * Blobs as objects of an S3 bucket, under the keys of the port. An object appears whole or not at all. Its SHA-256 is part
 * of the signature, so S3 refuses bytes that changed on the way; it is also stored with the object, so that `read` notices
 * them on the way back.
 *
 * A request is repeated after a passing failure, for up to 45 s when it writes and 15 s when it reads. Then it fails with
 * `storage_unavailable` (503).
 */
export function s3Blobs({ settings, onTrouble, limits = LIMITS, now }: S3BlobsOptions): Blobs {
  const client = createS3Client(settings, limits, now)
  const { repeat, send } = client
  let checking: Promise<void> | undefined

  /** The key after it has been checked. */
  const valid = (key: string): string => {
    parseKey(key)
    return key
  }

  /** Turns failures into those of the port. */
  const explained = async <T>(work: Promise<T>, key?: string): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof S3Problem)) throw error
      if (error.kind === 'missing' && key !== undefined) throw new BlobMissing(key)
      onTrouble(error)
      throw storageUnavailable(error)
    }
  }

  const putOnce = async (key: string, body: NonNullable<S3Request['body']>, sha256: string): Promise<void> => {
    const headers = {
      'content-type': 'application/octet-stream',
      'x-amz-content-sha256': sha256,
      'x-amz-meta-sha256': sha256,
    }
    await send({ method: 'PUT', key, headers, body }, ({ body: reply }) => reply.dump())
  }

  const copyOnce = async (from: string, to: string): Promise<void> => {
    const headers = { 'x-amz-copy-source': `/${client.bucket}/${client.prefix}${from}` }
    const text = await send({ method: 'PUT', key: to, headers }, ({ body }) => body.text())
    // The status is sent before the copy is made, so a failure may come with 200.
    if (text.includes('<Error>')) {
      throw refusalOf({ method: 'PUT', status: 500, text, bucket: client.bucket, region: undefined })
    }
  }

  const readOnce = async (key: string): Promise<Uint8Array> => {
    const { stream, sha256 } = await openDownload(client, key)
    const bytes = await buffer(stream)
    if (sha256 !== undefined && sha256 !== (await sha256Of(bytes))) {
      throw new S3Problem('passing', `S3 sent other bytes than were stored under ${key}`)
    }
    return bytes
  }

  const probe = async (): Promise<void> => {
    const bytes = Buffer.from('Platelight writes this object to see whether it can.\n')
    await putOnce(PROBE, bytes, await sha256Of(bytes))
  }

  return {
    async put(key, bytes) {
      const sha256 = await sha256Of(bytes)
      await explained(repeat('write', () => putOnce(valid(key), bytes, sha256)))
    },

    async putFile(key, path) {
      const { size } = await stat(path)
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const sha256 = hash.digest('hex')
      await explained(repeat('write', () => putOnce(valid(key), { path, byteLength: size }, sha256)))
    },

    copy: async (from, to) =>
      explained(
        repeat('write', () => copyOnce(valid(from), valid(to))),
        from,
      ),

    read: async (key) =>
      explained(
        repeat('read', () => readOnce(valid(key))),
        key,
      ),

    async open(key, range) {
      const { stream } = await explained(openDownload(client, valid(key), range), key)
      stream.once('error', (error) => {
        if (error instanceof S3Problem) onTrouble(error)
      })
      return stream
    },

    async size(key) {
      const head = repeat('read', () =>
        send({ method: 'HEAD', key: valid(key) }, async ({ headers, body }) => {
          await body.dump()
          return Number(headers['content-length'])
        }),
      )
      return explained(head, key)
    },

    async delete(keys) {
      await explained(deleteObjects(client, keys.map(valid)))
    },

    presign: async (key, { seconds, mime, cacheControl }) =>
      settings.redirect
        ? client.presign(valid(key), seconds, {
            'response-content-type': mime,
            'response-cache-control': cacheControl,
          })
        : undefined,

    async owner() {
      try {
        return await send({ method: 'GET', key: OWNER }, ({ body }) => body.text())
      } catch (error) {
        if (error instanceof S3Problem && error.kind === 'missing') return undefined
        throw error
      }
    },

    async own(installation) {
      const bytes = Buffer.from(installation)
      await putOnce(OWNER, bytes, await sha256Of(bytes))
    },

    check() {
      checking ??= probe().then(
        () => {
          setTimeout(() => {
            checking = undefined
          }, CHECKED_MS).unref()
        },
        (error: unknown) => {
          checking = undefined
          if (error instanceof S3Problem) onTrouble(error)
          throw error
        },
      )
      return checking
    },

    close: () => client.close(),
  }
}

/** Outside the main thread, because bytes may be many. */
const sha256Of = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
