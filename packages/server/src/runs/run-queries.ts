import { type PageRequest, pageOf } from '../base/pagination.ts'
import { notFound } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import type { Run } from './run.ts'
import { batchRepository } from './store/batch-repository.ts'
import {
  type PictureFilter,
  pictureCursor,
  runCursor,
  runHistoryRepository,
  type WantedRuns,
} from './store/run-history-repository.ts'
import { runRepository } from './store/run-repository.ts'

export type RunQueries = ReturnType<typeof createRunQueries>

/** Finds and lists the runs of an account. Runs of other accounts are not found. */
export const createRunQueries = (db: Db) => ({
  /** A run in any state, batches included. @throws ServiceError `not_found` */
  async job(accountId: string, id: string): Promise<Run> {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId) throw notFound('job')
    return run
  },

  /** A run in any state, by its serial. @throws ServiceError `not_found` */
  async jobBySerial(accountId: string, serial: number): Promise<Run> {
    const run = await runHistoryRepository(db).bySerial(accountId, serial)
    if (!run) throw notFound('job')
    return run
  },

  /** A run that was not cancelled and is not a batch. @param what names it in the error @throws ServiceError `not_found` */
  async get(accountId: string, id: string, what = 'photo'): Promise<Run> {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId || run.state === 'revoked' || run.items !== null) throw notFound(what)
    return run
  },

  /** The id of the picture with this serial. @throws ServiceError `not_found` */
  async pictureId(accountId: string, serial: number): Promise<string> {
    const id = await runHistoryRepository(db).pictureBySerial(accountId, serial)
    if (id === undefined) throw notFound('picture')
    return id
  },

  /** The items of a batch in their order. */
  items: (batch: Run): Promise<Run[]> => batchRepository(db).items(batch.id),

  /** One page of the runs of these operations, newest first. */
  listPhotos: (accountId: string, operations: readonly string[], page: PageRequest) =>
    pageOf(page, (limit, before) => runHistoryRepository(db).photos(accountId, operations, limit, before)),

  /** One page of finished and unfinished work, newest first. */
  listGenerations: (accountId: string, page: PageRequest) =>
    pageOf(page, (limit, before) => runHistoryRepository(db).generations(accountId, limit, before), runCursor),

  /** One page of the runs that are wanted, newest first; includes cancelled runs. */
  listJobs: (accountId: string, wanted: WantedRuns, page: PageRequest) =>
    pageOf(page, (limit, before) => runHistoryRepository(db).jobs(accountId, wanted, limit, before), runCursor),

  /** One page of the runs with finished pictures that pass a filter, the last finished first. */
  listPictures: (accountId: string, page: PageRequest, filter: PictureFilter = {}) =>
    pageOf(page, (limit, before) => runHistoryRepository(db).pictures(accountId, limit, before, filter), pictureCursor),
})
