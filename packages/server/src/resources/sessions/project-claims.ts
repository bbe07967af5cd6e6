import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import { type UploadRow, uploadRepository } from '../../blobs/upload-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { type AnonymousProject, anonymousProjectRepository } from './anonymous-project-repository.ts'
import type { AnonymousSessions } from './anonymous-sessions.ts'
import { type Project, projectRepository } from './project-repository.ts'

export interface ClaimedProject {
  readonly project: Project
  /** Its photo; undefined when the upload has expired. */
  readonly upload: UploadRow | undefined
}

/** Gives a project of an anonymous session to an account. Its photo becomes an upload of the account. */
export const createClaimProject = (deps: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly sessions: Pick<AnonymousSessions, 'find'>
  readonly deduplication: UploadDeduplication
  readonly garbageAdded: () => void
}) => {
  const { db, ids, clock, sessions, deduplication, garbageAdded } = deps

  const move = async (tx: Db, accountId: string, project: AnonymousProject): Promise<ClaimedProject> => {
    const now = clock.now()
    const { id, session_id, preset, goal, format, locale, configuration, created_at, ...rest } = project
    const { expires_at: _expiry, address_hash: _address, ...photo } = rest
    const owned = { id: ids.next('upl'), account_id: accountId, created_at: now.toISOString() }
    const upload = await deduplication.place(tx, { ...photo, ...owned, ...deduplication.lifetime(now) }, now)
    // The account has uploaded the same photo before.
    if (upload.blob !== project.blob) await blobGarbageRepository(tx).discard([project.blob], now)
    const claimed = { id, account_id: accountId, upload_id: upload.id, session_id, claimed_at: now.toISOString() }
    const row = { ...claimed, preset, goal, format, locale, configuration, created_at }
    await projectRepository(tx).insert(row)
    return { project: row, upload }
  }

  /**
   * Holds by a lock on the account and by the removal of the project from its session, which succeeds once. A repeat by the
   * same account needs no session any more.
   *
   * @throws ServiceError `unauthorized` (401) without a session, `not_found` (404) for a project of another one, `already_done`
   * (409) when another account has claimed it, `storage_quota` (403). Then nothing has changed.
   */
  return async (accountId: string, id: string, token: string | undefined): Promise<ClaimedProject> => {
    const session = token === undefined ? undefined : await sessions.find(token)
    const claimed = await inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const taken = session && (await anonymousProjectRepository(tx).take(id, session.id, clock.now().toISOString()))
      if (taken) return move(tx, accountId, taken)
      const project = await projectRepository(tx).find(id)
      if (project?.account_id === accountId)
        return { project, upload: await uploadRepository(tx).findById(accountId, project.upload_id) }
      if (token === undefined) throw sessionMissing()
      if (session && project?.session_id === session.id) throw claimedByAnother()
      throw notFound('project')
    })
    garbageAdded()
    return claimed
  }
}

const sessionMissing = () =>
  new ServiceError(
    'unauthorized',
    'Send the anonymous session that saved the project as header X-Anonymous-Session or field session_token, beside the credential of the account.',
  )

const claimedByAnother = () =>
  new ServiceError('already_done', 'Another account has claimed this project. Sign in to that account to use it.')
