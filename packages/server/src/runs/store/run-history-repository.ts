import { type CursorFormat, numberCursor } from '../../base/pagination.ts'
import type { Db } from '../../database/open-database.ts'
import type { RunState } from '../../database/schema/run-tables.ts'
import type { Run } from '../run.ts'
import { PRIORITY } from '../run-priority.ts'
import { readRuns } from './run-rows.ts'

/** The cursor of a page of pictures: the time at which its last picture was finished, and its serial. */
export interface PicturePlace {
  readonly finishedAt: string
  readonly serial: number
}

/** Which pictures of an account are listed; all of them without any of these. */
export interface PictureFilter {
  readonly operations?: readonly string[] | undefined
  /** The id of a slot of a platform. */
  readonly platform?: string | undefined
  /** When they were finished: from the first time on, and before the second. */
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

/** Which runs a list of jobs has. */
export interface WantedRuns {
  readonly states: readonly RunState[] | undefined
  readonly requestKey: string | undefined
}

export const runCursor: CursorFormat<Run, number> = numberCursor(({ serial }) => serial)

export const pictureCursor: CursorFormat<Run, PicturePlace> = {
  encode: ({ finishedAt, serial }) => `${finishedAt} ${serial}`,
  decode: (text) => {
    const [, finishedAt, serial] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d{1,15})$/.exec(text) ?? []
    return finishedAt && serial ? { finishedAt, serial: Number(serial) } : undefined
  },
}

/** The runs of one account, newest first. Deleted runs are in no list. Batches are only in the list of jobs. */
export const runHistoryRepository = (db: Db) => {
  const of = (accountId: string) =>
    db.selectFrom('runs').selectAll().where('account_id', '=', accountId).where('deleted_at', 'is', null)

  const pictured = (accountId: string) =>
    of(accountId)
      .where('state', '=', 'succeeded')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('run_images').select('blob').whereRef('run_id', '=', 'runs.id').where('role', '=', 'output')),
      )

  /** Each state is read in its own order. Otherwise the few waiting runs would be searched for among all others. */
  const inStates = (accountId: string, states: readonly RunState[], limit: number, before: number | undefined) => {
    const newest = (state: RunState) => {
      let chosen = of(accountId).where('state', '=', state)
      if (before !== undefined) chosen = chosen.where('serial', '<', before)
      return db.selectFrom(chosen.orderBy('serial', 'desc').limit(limit).as('newest')).select('serial')
    }
    return db
      .selectFrom('runs')
      .selectAll()
      .where(({ or, eb }) => or(states.map((state) => eb('serial', 'in', newest(state)))))
      .orderBy('serial', 'desc')
      .limit(limit)
  }

  return {
    /** Runs of some operations, without cancelled ones. */
    photos(
      accountId: string,
      operations: readonly string[],
      limit: number,
      before: string | undefined,
    ): Promise<Run[]> {
      let chosen = of(accountId)
        .where('operation', 'in', [...operations])
        .where('state', '!=', 'revoked')
      if (before !== undefined) chosen = chosen.where('id', '<', before)
      return readRuns(db, chosen.orderBy('id', 'desc').limit(limit), 'id')
    },

    /** Runs of every operation, without cancelled ones. */
    generations(accountId: string, limit: number, before: number | undefined): Promise<Run[]> {
      let chosen = of(accountId).where('state', '!=', 'revoked').where('items', 'is', null)
      if (before !== undefined) chosen = chosen.where('serial', '<', before)
      return readRuns(db, chosen.orderBy('serial', 'desc').limit(limit))
    },

    /** Runs in some states, or in any, and of one Idempotency-Key, or of any. */
    jobs(
      accountId: string,
      { states, requestKey }: WantedRuns,
      limit: number,
      before: number | undefined,
    ): Promise<Run[]> {
      if (states && requestKey === undefined) return readRuns(db, inStates(accountId, states, limit, before))
      let chosen = of(accountId)
      if (requestKey !== undefined) chosen = chosen.where('request_key', '=', requestKey)
      if (states) chosen = chosen.where('state', 'in', [...states])
      if (before !== undefined) chosen = chosen.where('serial', '<', before)
      return readRuns(db, chosen.orderBy('serial', 'desc').limit(limit))
    },

    /**
     * Runs with finished pictures that pass a filter, by the time at which they finished. So a new picture comes before all
     * earlier ones.
     */
    pictures(
      accountId: string,
      limit: number,
      before: PicturePlace | undefined,
      { operations, platform, since, until }: PictureFilter,
    ): Promise<Run[]> {
      let chosen = pictured(accountId)
      if (operations) chosen = chosen.where('operation', 'in', [...operations])
      // As JSON.stringify writes it. Within a text of the caller the quotation marks would have backslashes.
      if (platform) chosen = chosen.where('params', 'like', `%"platform":${JSON.stringify(platform)}%`)
      if (since) chosen = chosen.where('finished_at', '>=', since.toISOString())
      if (until) chosen = chosen.where('finished_at', '<', until.toISOString())
      if (before) {
        chosen = chosen.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('finished_at', 'serial'), '<', tuple(before.finishedAt, before.serial)),
        )
      }
      return readRuns(db, chosen.orderBy('finished_at', 'desc').orderBy('serial', 'desc').limit(limit), 'finished_at')
    },

    /** The unfinished runs of an operation whose callers no longer wait. */
    left(accountId: string, operation: string): Promise<Run[]> {
      const open = of(accountId).where('state', 'in', ['queued', 'running']).where('priority', '=', PRIORITY.waiting)
      return readRuns(db, open.where('operation', '=', operation).where('left_at', 'is not', null))
    },

    /** Whether a run of an operation has succeeded or may yet, also one that was deleted since. */
    async hasHad(accountId: string, operation: string): Promise<boolean> {
      const found = await db
        .selectFrom('runs')
        .select('id')
        .where('account_id', '=', accountId)
        .where('operation', '=', operation)
        .where('state', 'in', ['queued', 'running', 'succeeded'])
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    /** The run with this serial, in any state. */
    async bySerial(accountId: string, serial: number): Promise<Run | undefined> {
      return (await readRuns(db, of(accountId).where('serial', '=', serial)))[0]
    },

    /** The id of the run with this serial, when it is in the list of pictures. */
    async pictureBySerial(accountId: string, serial: number): Promise<string | undefined> {
      return (await pictured(accountId).where('serial', '=', serial).executeTakeFirst())?.id
    },
  }
}
