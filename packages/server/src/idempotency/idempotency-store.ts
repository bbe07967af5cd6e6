import type { Clock, Idempotency } from '../base/ports.ts'
import { keyReused, ServiceError } from '../base/service-error.ts'
import type { Db, OpenDatabase } from '../database/open-database.ts'

const DAY_MS = 86_400_000
const WAIT_MS = 30_000

type Request = Parameters<Idempotency['once']>[0]

type Found =
  | { state: 'mine'; done: () => void }
  | { state: 'done'; text: string }
  | { state: 'secret'; id: string | null }
  | { state: 'elsewhere' }
  | { state: 'running'; first: Promise<unknown> }

/**
 * One row a key: whoever inserts it does the work. Repeats in this process wait for the same promise; a row of a
 * process that died is taken over, and the run that it had started is found again by the same key (runs/runs.ts), so
 * that a crash between charge and reply does not charge twice.
 */
export function createIdempotencyStore(options: {
  database: OpenDatabase
  clock: Clock
  owner: string
}): Idempotency & { expire(): Promise<void> } {
  const { database, clock, owner } = options
  const { db } = database
  /** What is being done here, until its row says how it ended. */
  const inFlight = new Map<string, Promise<void>>()

  const takeOff = (name: string): (() => void) => {
    let land = () => {}
    inFlight.set(name, new Promise((resolve) => (land = resolve)))
    return () => {
      inFlight.delete(name)
      land()
    }
  }

  const find = (tx: Db, accountId: string, key: string) =>
    tx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .executeTakeFirst()

  const claimIn = async (tx: Db, request: Request, own: (done: () => void) => void): Promise<Found> => {
    const { accountId, key, fingerprint, secret } = request
    const now = clock.now()
    const row = await find(tx, accountId, key)
    const expired = row && Date.parse(row.created_at) + DAY_MS <= now.getTime()
    if (row && !expired) {
      if (row.fingerprint !== fingerprint) throw keyReused()
      if (row.state === 'done') return done(row.body, secret)
      const first = inFlight.get(nameOf(request))
      if (first) return { state: 'running', first }
      if (row.owner !== owner && !database.dialect.soleOwner) return { state: 'elsewhere' }
    }
    const begun = { fingerprint, state: 'running', owner, body: null, created_at: now.toISOString() } as const
    await tx
      .insertInto('idempotency_keys')
      .values({ account_id: accountId, key, ...begun })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(begun))
      .execute()
    // Within the transaction: who sees the row sees who works on it.
    const mine = takeOff(nameOf(request))
    own(mine)
    return { state: 'mine', done: mine }
  }

  const claim = async (request: Request): Promise<Found> => {
    let giveUp = () => {}
    try {
      return await db.transaction().execute((tx) => claimIn(tx, request, (done) => (giveUp = done)))
    } catch (error) {
      giveUp()
      throw error
    }
  }

  const free = (accountId: string, key: string) =>
    db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .execute()

  const keep = (accountId: string, key: string, body: string | null) =>
    db
      .updateTable('idempotency_keys')
      .set({ state: 'done', body })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()

  const first = async ({ accountId, key, secret }: Request, work: () => Promise<string>): Promise<string> => {
    try {
      const text = await work()
      await keep(accountId, key, secret ? idIn(text) : text)
      return text
    } catch (error) {
      await free(accountId, key)
      throw error
    }
  }

  return {
    async once(request, work) {
      const { signal } = request
      const giveUpAt = performance.now() + WAIT_MS
      for (;;) {
        const found = await claim(request)
        switch (found.state) {
          case 'mine':
            return { text: await first(request, work).finally(found.done), replayed: false }
          case 'done':
            return { text: found.text, replayed: true }
          case 'secret':
            throw new ServiceError(
              'already_done',
              'This was done before, and its reply carried a secret that is shown once. List what exists to find it.',
              found.id === null ? {} : { id: found.id },
            )
          case 'running':
            await settledOr(found.first, giveUpAt - performance.now(), signal)
            break
          case 'elsewhere':
            await settledOr(new Promise((resolve) => setTimeout(resolve, 250)), giveUpAt - performance.now(), signal)
        }
        if (performance.now() >= giveUpAt || signal.aborted) throw inFlightStill()
      }
    },

    /** Forgets keys whose day is over. */
    async expire() {
      const before = new Date(clock.now().getTime() - DAY_MS).toISOString()
      await db.deleteFrom('idempotency_keys').where('created_at', '<=', before).execute()
    },
  }
}

const nameOf = ({ accountId, key }: Request): string => `${accountId} ${key}`

/** What is kept of a finished request: its whole reply, or of one that carried a secret the id of what was made. */
const done = (body: string | null, secret: boolean): Found =>
  secret || body === null ? { state: 'secret', id: body } : { state: 'done', text: body }

function idIn(text: string): string | null {
  const { id } = JSON.parse(text) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

/** Waits for the first to end, but no longer than `ms` or the caller does. */
async function settledOr(first: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let leave = () => {}
  const over = new Promise<void>((resolve) => {
    leave = resolve
    timer = setTimeout(resolve, Math.max(0, ms))
    signal.addEventListener('abort', leave)
  })
  await Promise.race([first, over])
  clearTimeout(timer)
  signal.removeEventListener('abort', leave)
}

const inFlightStill = () =>
  new ServiceError(
    'idempotency_in_flight',
    'The first request with this Idempotency-Key is still being worked on.',
    {},
    5,
  )
