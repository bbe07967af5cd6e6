import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import { type InboundEventRow, inboundEventRepository } from './inbound-event-repository.ts'

/** What an event did. `note` is for the operator. */
export interface BookedEvent {
  readonly state: 'booked' | 'ignored' | 'waiting'
  readonly note: string
  /** The account that the event is about. */
  readonly accountId?: string | undefined
  /** What an event in the state `waiting` waits for. */
  readonly waitsFor?: string
  /** What is known by this event, for those that waited for it. */
  readonly wakes?: string | undefined
}

/**
 * Reads what the event of a provider needs from elsewhere, and returns what books it in a transaction. It may be called again
 * with the same event.
 */
export type BookEvent = (body: Buffer) => Promise<(tx: Db) => Promise<BookedEvent>>

export type InboundEvents = ReturnType<typeof createInboundEvents>

/** An event is tried again for a week, at growing intervals. */
const TRIES_MS = 7 * DAY_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS
const DUE_AT_ONCE = 100
const SEARCHED_AT_ONCE = 500

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly bookers: Readonly<Record<PurchaseSource, BookEvent>>
  /** How long the content of an event is kept. */
  readonly contentDays: number
}

/**
 * The events that providers of payments send. An event is stored before it is worked on. What fails, and what is about an account
 * that is not known yet, is booked again by itself, by a repetition of the provider, or by an operator. Booking is idempotent, so
 * an event that is booked twice changes nothing.
 */
export function createInboundEvents({ db, ids, clock, bookers, contentDays }: Dependencies) {
  const now = () => clock.now().toISOString()
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()

  /** Twice as late with every attempt. */
  const nextTry = ({ attempts, received_at }: InboundEventRow): string | null => {
    if (received_at < ago(TRIES_MS)) return null
    return ago(-Math.min(MINUTE_MS * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS))
  }

  const book = async (event: InboundEventRow, body: Buffer): Promise<BookedEvent> => {
    const { id, receiver } = event
    try {
      const apply = await bookers[receiver](body)
      const booked = await inTransaction(db, async (tx) => {
        const booked = await apply(tx)
        const { state, note, accountId = null, waitsFor = null } = booked
        const rest =
          state === 'waiting'
            ? { settled_at: null, next_try_at: nextTry(event) }
            : { settled_at: now(), next_try_at: null }
        await inboundEventRepository(tx).settle(id, {
          state,
          note,
          account_id: accountId,
          waits_for: waitsFor,
          ...rest,
        })
        return booked
      })
      if (booked.wakes !== undefined) await wake(booked.wakes)
      return booked
    } catch (error) {
      const note = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      await inboundEventRepository(db).settle(id, { state: 'failed', note, next_try_at: nextTry(event) })
      throw error
    }
  }

  /** What fails is noted with the event, and tried again. */
  const bookAll = async (events: readonly InboundEventRow[]): Promise<void> => {
    for (const event of events) await book(event, contentOf(event)).catch(() => undefined)
  }

  /** Books what waited for something that is known now. */
  const wake = async (...known: readonly string[]): Promise<void> => {
    if (known.length > 0) await bookAll(await inboundEventRepository(db).waitingFor(known, DUE_AT_ONCE))
  }

  return {
    /**
     * Stores and books a verified event. Throws what booking throws: then the provider sends it again.
     *
     * @returns Whether it was booked before.
     */
    async receive(receiver: PurchaseSource, eventKey: string, body: Buffer): Promise<{ duplicate: boolean }> {
      const stored = await inboundEventRepository(db).add({
        id: ids.next('inb'),
        receiver,
        event_key: eventKey,
        body: body.toString('base64'),
        received_at: now(),
        // If this process dies before it is booked.
        next_try_at: ago(-MINUTE_MS),
      })
      if (stored.settled_at !== null) return { duplicate: true }
      await book(stored, body)
      return { duplicate: false }
    },

    /**
     * Books an event again. Undefined: no event has the id.
     *
     * @throws ServiceError `not_found` when its content was cleared; and what booking throws
     */
    async replay(id: string): Promise<BookedEvent | undefined> {
      const stored = await inboundEventRepository(db).byId(id)
      if (stored?.cleared_at != null)
        throw new ServiceError(
          'not_found',
          `The content of ${id} was cleared on ${stored.cleared_at}. Have the provider send it again.`,
        )
      return stored && book(stored, contentOf(stored))
    },

    wake,

    /** Books again what is due. */
    async bookDue(): Promise<void> {
      await bookAll(await inboundEventRepository(db).due(now(), DUE_AT_ONCE))
    },

    /** Clears the content of what came long ago. Ids and outcomes stay, so that a repetition is still known. */
    clear: (): Promise<void> => inboundEventRepository(db).clear({ before: ago(contentDays * DAY_MS) }, now()),

    /** Clears the content of what is about an account, or names it. */
    async clearOf(accountId: string): Promise<void> {
      const events = inboundEventRepository(db)
      await events.clear({ accountId }, now())
      for (let after: string | undefined = ''; after !== undefined; ) {
        const some: InboundEventRow[] = await events.withoutAccount(after, SEARCHED_AT_ONCE)
        const ids = some.flatMap((event) => (contentOf(event).includes(accountId) ? event.id : []))
        if (ids.length > 0) await events.clear({ ids }, now())
        after = some.at(-1)?.id
      }
    },
  }
}

const contentOf = ({ body }: InboundEventRow): Buffer => Buffer.from(body, 'base64')
