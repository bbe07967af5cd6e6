import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import type { StorePhoto } from '../../blobs/store-photo.ts'
import type { VisitorStorage } from '../../blobs/visitor-storage.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { describePhoto, readPhotoFile } from '../../operations/picture/photo-file.ts'
import { type AnonymousProject, anonymousProjectRepository } from './anonymous-project-repository.ts'
import { type AnonymousSession, anonymousSessionRepository } from './anonymous-session-repository.ts'

const MAX_PROJECTS = 20
/** Rows of one transaction, so that other requests run in between. */
const BATCH = 200

/** What a visitor has chosen for a photo. */
export type ProjectChoices = Pick<AnonymousProject, 'preset' | 'goal' | 'format' | 'locale' | 'configuration'>

/** Photos that visitors save with what they have chosen for them. Nothing is made of them. */
export const createAnonymousProjects = (deps: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly limits: ImageLimits
  readonly storePhoto: StorePhoto
  readonly visitorStorage: VisitorStorage
  readonly garbageAdded: () => void
}) => {
  const { db, ids, clock, limits, storePhoto, visitorStorage, garbageAdded } = deps
  const now = () => clock.now().toISOString()

  /**
   * Adds a project to a session that still exists. Holds by a lock on the session, and by the one of the storage.
   *
   * @throws ServiceError `limit_reached` (409), `storage_quota` (403), `overloaded` (503), `unauthorized` (401) when the session has ended while the photo was sent.
   */
  const insert = (project: AnonymousProject): Promise<AnonymousProject> =>
    inTransaction(db, async (tx) => {
      await lock(tx, 'anonymous_sessions', project.session_id)
      if (!(await anonymousSessionRepository(tx).find(project.session_id, now()))) throw sessionEnded()
      await requireRoom(tx, project.session_id)
      await anonymousProjectRepository(tx).insert(project)
      await visitorStorage.require(tx, project.address_hash)
      return project
    })

  return {
    /**
     * Saves a photo until the session ends, without what is not its picture.
     *
     * @param photo.path The photo, as it was received.
     * @param photo.caller From where.
     * @throws ServiceError (400) when the photo is not supported, `limit_reached` (409), `storage_quota` (403), `overloaded` (503)
     */
    async save(
      session: AnonymousSession,
      { path, caller }: { readonly path: string; readonly caller: string },
      choices: ProjectChoices,
    ): Promise<AnonymousProject> {
      await requireRoom(db, session.id)
      const { bytes, sha256 } = await readPhotoFile(path)
      const { extension, ...facts } = await describePhoto(bytes, limits)
      const address_hash = visitorStorage.addressHash(caller)
      await visitorStorage.check(db, address_hash, bytes.byteLength)
      const { id: session_id, expires_at } = session
      const owned = { id: ids.next('prj'), session_id, address_hash, created_at: now(), expires_at }
      return storePhoto({ bytes, extension }, (blob) =>
        insert({ ...owned, ...choices, ...facts, sha256, blob, bytes: bytes.byteLength }),
      )
    },

    /** @throws ServiceError `not_found` (404), also for the project of another session. */
    async get(session: AnonymousSession | undefined, id: string): Promise<AnonymousProject> {
      const found = session && (await anonymousProjectRepository(db).find(id, session.id, now()))
      if (!found) throw notFound('project')
      return found
    },

    /** Removes projects whose session has ended, with their photos. */
    async expire(): Promise<void> {
      const removeSome = () =>
        inTransaction(db, (tx) => anonymousProjectRepository(tx).removeExpired(clock.now(), BATCH))
      let removed: number
      do {
        removed = await removeSome()
        if (removed > 0) garbageAdded()
      } while (removed === BATCH)
    },
  }
}

async function requireRoom(db: Db, sessionId: string): Promise<void> {
  if ((await anonymousProjectRepository(db).count(sessionId)) < MAX_PROJECTS) return
  throw new ServiceError(
    'limit_reached',
    `An anonymous session holds up to ${MAX_PROJECTS} projects. Sign up and claim some of them, or wait until the session ends.`,
    { limit: MAX_PROJECTS },
  )
}

const sessionEnded = () =>
  new ServiceError(
    'unauthorized',
    'The anonymous session ended while the photo was sent. Create a new one, and send it again.',
  )
