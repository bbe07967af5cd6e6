import { readFile } from 'node:fs/promises'
import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import filenamify from 'filenamify'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, blobName, resultKey } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { Schemas, UploadedFile } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { imageInput } from '../../operations/picture/image-input.ts'
import { attachmentName } from './attachment-name.ts'
import { operatorFileRepository } from './operator-file-repository.ts'

const DEFAULT_DIR = 'admin-uploads'
/** At most 240 bytes in any script, which every file system accepts. */
const LONGEST_SEGMENT = 80

/**
 * Stores a file for the operator, which everybody who has its address may read. Its folder and name are labels: they become no
 * path, and are cleaned so that they can.
 */
export const createAdminUpload =
  (deps: { db: Db; blobs: Blobs; links: SignedLinks; ids: Ids; clock: Clock; limits: ImageLimits }) =>
  /**
   * @throws ServiceError (400) when the file is neither a supported picture nor a PDF, and when the folder leads out of the
   * storage.
   */
  async (file: UploadedFile, wish: { dir: string; filename: string }): Promise<Schemas['AdminUpload']> => {
    const { db, blobs, links, ids, clock, limits } = deps
    const dir = cleanFolder(wish.dir)
    const { bytes, mime, extension } = await readPermitted(await readFile(file.path), limits)
    const now = clock.now()
    const blob = resultKey(`${ids.secret()}.${extension}`)
    const row = {
      id: ids.next('fil'),
      dir,
      filename: attachmentName(wish.filename, blobName(blob)),
      blob,
      mime,
      bytes: bytes.byteLength,
      created_at: now.toISOString(),
    }
    await blobGarbageRepository(db).reserve([blob], now)
    await blobs.put(blob, bytes)
    await inTransaction(db, (tx) => operatorFileRepository(tx).insert(row))
    return {
      id: row.id,
      url: links.result(blobName(blob)),
      dir,
      filename: row.filename,
      size: row.bytes,
      content_type: mime,
      created_at: row.created_at,
    }
  }

/** A picture without what does not belong to it, or a PDF. */
async function readPermitted(file: Uint8Array, limits: ImageLimits) {
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-') {
    return { bytes: file, mime: 'application/pdf', extension: 'pdf' }
  }
  const bytes = imageInput.withoutPadding(file)
  const { format } = await imageInput.inspect(bytes, limits)
  return { bytes, mime: mimeOf(format), extension: extensionOf(format) }
}

/**
 * A folder that is safe on every system: `site/summer`.
 *
 * @throws ServiceError (400) for a folder that leads out of the storage.
 * @example cleanFolder('/site//CON') // 'site/CON_'
 */
function cleanFolder(wanted: string): string {
  const segments = wanted
    .split(/[\\/]+/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && segment !== '.')
  if (segments.some((segment) => /^\.{2,}$/.test(segment))) {
    throw new ServiceError('bad_request', 'dir leads out of the storage. Name a folder without "..".')
  }
  const cleaned = segments.map((segment) =>
    filenamify(segment.replace(/^[.\s]+|[.\s]+$/g, ''), { replacement: '_', maxLength: LONGEST_SEGMENT }),
  )
  return cleaned.filter((segment) => segment !== '').join('/') || DEFAULT_DIR
}
