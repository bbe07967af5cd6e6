import { randomUUID } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'

/** The row of `installation` that every backup has while it is made. */
const BACKUP = 'backup '
/** The row of `installation` of a database that is a copy. */
export const COPY = 'copy'

/** A hold that is not renewed for this long was left by a process that is gone. */
const HELD_MS = 2 * MINUTE_MS
const RENEW_MS = 20 * SECOND_MS

/** Whether blobs have to stay: a backup reads them, or this database is a copy, whose original may use them. */
export async function areBlobsHeld(db: Db, clock: Clock): Promise<boolean> {
  const found = await db
    .selectFrom('installation')
    .select('name')
    .where((row) =>
      row.or([
        row('name', '=', COPY),
        row.and([row('name', 'like', `${BACKUP}%`), row('confirmed_at', '>', lapsed(clock))]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps every process from deleting blobs until it is let go, or until this process is gone. */
export async function holdBlobs(db: Db, clock: Clock): Promise<() => Promise<void>> {
  const name = BACKUP + randomUUID()
  const hold = async () => {
    const row = { value: 'under way', confirmed_at: clock.now().toISOString() }
    await db
      .insertInto('installation')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
  const ofBackups = db.deleteFrom('installation').where('name', 'like', `${BACKUP}%`)
  await ofBackups.where('confirmed_at', '<=', lapsed(clock)).execute()
  await hold()
  // A renewal that fails is followed by others before the hold lapses.
  const timer = setInterval(() => void hold().catch(() => {}), RENEW_MS).unref()
  return async () => {
    clearInterval(timer)
    await db.deleteFrom('installation').where('name', '=', name).execute()
  }
}

const lapsed = (clock: Clock): string => new Date(clock.now().getTime() - HELD_MS).toISOString()
