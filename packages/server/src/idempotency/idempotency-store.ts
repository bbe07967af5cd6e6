import { createHmac } from 'node:crypto'
import { DAY_MS } from '../base/durations.ts'
import type { Clock, Idempotency } from '../base/ports.ts'
import { keyReused, ServiceError } from '../base/service-error.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db, OpenDatabase } from '../database/open-database.ts'
import { type IdempotencyRow, idempotencyRepository } from './idempotency-repository.ts'

const WAIT_MS = 30_000
const POLL_MS = 250
/**
 * No process needs longer to its first heartbeat. It is clearly less than a repeat waits, which otherwise gave up at the very
 * moment at which it could take over.
 */
const STARTING_MS = 25_000

type Request = Parameters<Idempotency['once']>[0]

type Claimed =
  | { state: 'mine'; release: () => void }
  | { state: 'done'; text: string }
  | { state: 'secret'; id: string | null }
  | { state: 'elsewhere' }
  | { state: 'running'; first: Promise<unknown> }

/**
 * One row per key: whoever claims it does the work. Repeats in this process wait for the same promise, and repeats in other
 * processes look at the row until it is done. The row of a process that died is taken over. The run that it started is found again under the same key (`runs/acceptance/accept-run.ts`), so a
 * crash between charge and reply does not charge twice.
 */
export function createIdempotencyStore(options: {
  database: OpenDatabase
  clock: Clock
  owner: string
  /** Whether a process still sends heartbeats. */
  isAlive: (tx: Db, owner: string) => Promise<boolean>
  /** With which fingerprints are stored: a request may have a password, and a plain hash of it could be tried out. */
  secret: Uint8Array
}): Idempotency & { expire(): Promise<void> } {
  const { database, clock, owner, isAlive, secret } = options
  const { db } = database
  /** The work of this process, until its row records the result. */
  const inFlight = new Map<string, Promise<void>>()

  /** Registers work of this process. @returns a function that ends the registration */
  const register = (name: string): (() => void) => {
    let resolveFirst = () => {}
    inFlight.set(name, new Promise((resolve) => (resolveFirst = resolve)))
    return () => {
      inFlight.delete(name)
      resolveFirst()
    }
  }

  /** The reply that a live row gives to a repeat; undefined when its process died and the work must be repeated. */
  const answerOf = async (tx: Db, row: IdempotencyRow, request: Request): Promise<Claimed | undefined> => {
    if (row.fingerprint !== request.fingerprint) throw keyReused()
    if (row.state === 'done') return finished(row.body, request.secret)
    const first = inFlight.get(nameOf(request))
    if (first) return { state: 'running', first }
    return row.owner !== owner && (await isHeld(tx, row)) ? { state: 'elsewhere' } : undefined
  }

  /** Whether another process works on it. A process that has just started may not have sent a heartbeat yet. */
  const isHeld = async (tx: Db, { owner, created_at }: IdempotencyRow): Promise<boolean> =>
    !database.dialect.soleOwner &&
    (Date.parse(created_at) + STARTING_MS > clock.now().getTime() || (await isAlive(tx, owner)))

  const claim = async (request: Request): Promise<Claimed> => {
    let release = () => {}
    try {
      return await inTransaction(db, async (tx) => {
        const repository = idempotencyRepository(tx)
        const key = { account_id: request.accountId, key: request.key }
        const now = clock.now()
        const row = await repository.find(key)
        const isExpired = row !== undefined && Date.parse(row.created_at) + DAY_MS <= now.getTime()
        const answer = row && !isExpired ? await answerOf(tx, row, request) : undefined
        if (answer) return answer
        const values = { fingerprint: request.fingerprint, owner, created_at: now.toISOString() }
        // Another process was quicker, so its row decides.
        if (!(await repository.claim(key, values, row))) return { state: 'elsewhere' }
        // Within the transaction, so that whoever sees the row also sees the work.
        release = register(nameOf(request))
        return { state: 'mine', release }
      })
    } catch (error) {
      release()
      throw error
    }
  }

  const perform = async (request: Request, work: () => Promise<string>): Promise<string> => {
    const key = { account_id: request.accountId, key: request.key }
    try {
      const text = await work()
      await idempotencyRepository(db).finish(key, owner, request.secret ? idIn(text) : text)
      return text
    } catch (error) {
      await idempotencyRepository(db).release(key, owner)
      throw error
    }
  }

  return {
    async once(given, work) {
      const { signal } = given
      const fingerprint = createHmac('sha256', secret).update(given.fingerprint).digest('hex')
      const request = { ...given, fingerprint }
      const giveUpAt = performance.now() + WAIT_MS
      for (;;) {
        const claimed = await claim(request)
        switch (claimed.state) {
          case 'mine':
            return { text: await perform(request, work).finally(claimed.release), replayed: false }
          case 'done':
            return { text: claimed.text, replayed: true }
          case 'secret':
            throw alreadyDone(claimed.id)
          case 'running':
            await settledOr(claimed.first, giveUpAt - performance.now(), signal)
            break
          case 'elsewhere':
            await settledOr(
              new Promise((resolve) => setTimeout(resolve, POLL_MS)),
              giveUpAt - performance.now(),
              signal,
            )
        }
        if (performance.now() >= giveUpAt || signal.aborted) throw stillInFlight()
      }
    },

    /** Removes keys that are older than a day. */
    expire: () => idempotencyRepository(db).removeOlder(new Date(clock.now().getTime() - DAY_MS).toISOString()),
  }
}

const nameOf = ({ accountId, key }: Request): string => `${accountId} ${key}`

/** What is kept of a finished request: its whole reply, or only the id of the created object if the reply had a secret. */
const finished = (body: string | null, secret: boolean): Claimed =>
  secret || body === null ? { state: 'secret', id: body } : { state: 'done', text: body }

function idIn(text: string): string | null {
  const { id } = JSON.parse(text) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

/** Waits for the first request to end, but no longer than `ms` and no longer than the caller does. */
async function settledOr(first: Promise<unknown>, ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const over = new Promise<void>((resolve) => {
    stop = resolve
    timer = setTimeout(resolve, Math.max(0, ms))
    signal.addEventListener('abort', stop)
  })
  await Promise.race([first, over])
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
}

const alreadyDone = (id: string | null) =>
  new ServiceError(
    'already_done',
    'This request has already been done. Its reply contained a secret, which is shown only once. List the existing objects to find it.',
    id === null ? {} : { id },
  )

const stillInFlight = () =>
  new ServiceError('idempotency_in_flight', 'The first request with this Idempotency-Key is still running.', {}, 5)
