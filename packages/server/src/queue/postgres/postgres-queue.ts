import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../database/open-database.ts'
import { inProcessQueue } from '../in-process-queue.ts'
import type { Queue } from '../queue-port.ts'
import type { NotificationSource } from './notifications.ts'
import { ticketRepository } from './ticket-repository.ts'

/** Updates for callers that wait for a run or watch it. */
const FOLLOWERS_CHANNEL = 'platelight'
/** Updates for processes that work on a run. A process that only works hears no others. */
const WORKERS_CHANNEL = 'platelight_work'
/** A notification may have 8,000 bytes, and an update has about 60. */
const MAX_UPDATES = 100
/** Progress waits this long for other updates to travel with, mostly for the end of its run. */
const PROGRESS_MS = 50
/** How long a waiting caller is delayed at most when notifications are lost. */
const POLL_MS = 2_000

/** What one process announces to the others: its name, and each update as the name of a method of `Queue` with a run. */
type Update = readonly ['progressed' | 'settled' | 'cancelled', string] | readonly ['stalled', string | null]

/** Who in this process updates are for. */
export interface Listeners {
  /** Callers may wait here, and watch runs. */
  readonly followers: boolean
  /** Runs are worked on here. */
  readonly workers: boolean
}

const channelOf = ([kind]: Update): string => (kind === 'cancelled' ? WORKERS_CHANNEL : FOLLOWERS_CHANNEL)

/**
 * Updates between processes, by notifications of PostgreSQL. Within a process they are immediate. The tables are read again
 * every few seconds, because a notification may be lost.
 *
 * @param deps.settledAmong Which of these runs have ended, or no longer exist.
 */
export function postgresQueue(deps: {
  readonly db: Db
  readonly owner: string
  readonly logger: Logger
  readonly notifications: NotificationSource
  readonly listeners: Listeners
  readonly settledAmong: (runIds: readonly string[]) => Promise<readonly string[]>
}): Queue & {
  /** Wakes the process, which has taken the job of sending these events. */
  hearDeliveries(endpointIds: readonly string[]): Promise<void>
  /** Wakes the process, which has taken the job of sending letters. */
  hearLetters(): Promise<void>
  close(): Promise<void>
} {
  const { db, owner, logger, notifications, listeners, settledAmong } = deps
  const local = inProcessQueue({ isSettled: async (id) => (await settledAmong([id])).length > 0 })
  /** The runs that somebody in this process waits for or watches. */
  const followed = new Map<string, number>()
  let unsent: Update[] = []
  let isSending = false
  let later: NodeJS.Timeout | undefined

  const follow = (id: string): (() => void) => {
    followed.set(id, (followed.get(id) ?? 0) + 1)
    return () => {
      const left = (followed.get(id) ?? 1) - 1
      if (left > 0) followed.set(id, left)
      else followed.delete(id)
    }
  }

  const send = async (): Promise<void> => {
    const updates = unsent
    unsent = []
    isSending = false
    clearTimeout(later)
    later = undefined
    for (const channel of [FOLLOWERS_CHANNEL, WORKERS_CHANNEL]) {
      const of = updates.filter((update) => channelOf(update) === channel)
      for (let from = 0; from < of.length; from += MAX_UPDATES) {
        const payload = JSON.stringify([owner, ...of.slice(from, from + MAX_UPDATES)])
        await sql`select pg_notify(${channel}, ${payload})`.execute(db)
      }
    }
  }

  // Those that are lost only delay.
  const sendSafely = () => void send().catch((error: unknown) => logger.warn({ err: error }, 'updates were not sent'))

  /** Updates of the same moment travel together. */
  const announce = (update: Update): void => {
    unsent.push(update)
    if (update[0] === 'progressed') later ??= setTimeout(sendSafely, PROGRESS_MS)
    else if (!isSending) {
      isSending = true
      setImmediate(sendSafely)
    }
  }

  const hear = (payload: string): void => {
    const [from, ...updates] = JSON.parse(payload) as [string, ...Update[]]
    if (from === owner) return
    for (const [kind, id] of updates) {
      if (kind === 'stalled') local.stalled(id ?? undefined)
      else local[kind](id)
    }
  }

  const poll = async (): Promise<void> => {
    const ids = [...followed.keys()]
    if (ids.length === 0) return
    for (const id of await settledAmong(ids)) local.settled(id)
  }

  const pollSafely = () => void poll().catch((error: unknown) => logger.warn({ err: error }, 'runs could not be read'))
  const timer = setInterval(pollSafely, POLL_MS)
  const channels = [
    ...(listeners.followers ? [FOLLOWERS_CHANNEL] : []),
    ...(listeners.workers ? [WORKERS_CHANNEL] : []),
  ]
  void notifications.listen(channels, hear, pollSafely)

  return {
    ...local,
    async enqueue(tx, capabilities, { delayMs = 0, nobodyWaits = false } = {}) {
      for (const capability of new Set(capabilities)) {
        const count = capabilities.filter((one) => one === capability).length
        await ticketRepository(tx).add({ capability, nobodyWaits }, count, delayMs)
      }
    },
    check: () => ticketRepository(db).check(),
    waitingTickets: (tx) => ticketRepository(tx).waiting(),
    unlockTickets: (tx, livePools, olderThanMs) => ticketRepository(tx).unlockOthers(livePools, olderThanMs),
    hearDeliveries: (endpointIds) => local.deliveriesAdded(db, endpointIds),
    hearLetters: () => local.lettersAdded(db),
    progressed(id) {
      local.progressed(id)
      announce(['progressed', id])
    },
    settled(id) {
      local.settled(id)
      announce(['settled', id])
    },
    cancelled(id) {
      local.cancelled(id)
      announce(['cancelled', id])
    },
    stalled(id) {
      local.stalled(id)
      announce(['stalled', id ?? null])
    },
    deliveriesAdded: (tx, endpointIds) => ticketRepository(tx).addDeliveries(endpointIds),
    lettersAdded: (tx) => ticketRepository(tx).addLetters(),
    enqueueAccountJob: (tx) => ticketRepository(tx).addAccountJob(),
    watch(id, listener) {
      const [unwatch, unfollow] = [local.watch(id, listener), follow(id)]
      return () => {
        unwatch()
        unfollow()
      }
    },
    wait(id, options) {
      const unfollow = follow(id)
      return local.wait(id, options).finally(unfollow)
    },
    async close() {
      clearInterval(timer)
      clearTimeout(later)
      await notifications.close()
    },
  }
}
