import { createHash, timingSafeEqual } from 'node:crypto'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { BookEvent } from '../inbound/inbound-events.ts'
import { accountIn, textOf } from '../inbound/payment-facts.ts'
import { storeIdentifierRepository } from '../store-identifier-repository.ts'
import type { Reconciled, ReconcileSubscriber } from './reconcile-subscriber.ts'
import type { Subscriber, SubscriberApi } from './subscriber-api.ts'

/** The event of a provider. Only whom it names matters: what they have is read from the provider. */
interface SubscriberEvent {
  readonly id?: string
  readonly type?: string
  readonly app_user_id?: string
  readonly original_app_user_id?: string
  readonly aliases?: readonly string[]
  readonly transferred_from?: readonly string[]
  readonly transferred_to?: readonly string[]
}

interface Dependencies {
  readonly db: Db
  readonly api: SubscriberApi
  readonly reconcile: ReconcileSubscriber
}

/** Subscribers of the provider of subscriptions. The id of an account is that of its subscriber. */
export function createSubscribers({ db, api, reconcile }: Dependencies) {
  const accountOf = async (id: string): Promise<string | undefined> =>
    (await accountIn(db, id)) ?? storeIdentifierRepository(db).accountOf({ kind: 'subscriber_id', value: id })

  const book: BookEvent = async (body) => {
    const event = subscriberEventIn(body)
    const { type = '(none)' } = event
    const ids = idsIn(event)
    // Who gave a subscription away comes first, so that the answer about who has it now is the newest.
    const accounts = new Map<string, string>()
    for (const id of ids) {
      const accountId = await accountOf(id)
      if (accountId !== undefined && !accounts.has(accountId)) accounts.set(accountId, id)
    }
    const read: { accountId: string; subscriber: Subscriber }[] = []
    for (const [accountId, id] of accounts) {
      const subscriber = await api.read(id)
      if (subscriber) read.push({ accountId, subscriber })
    }
    return async (tx) => {
      const named = ids.at(-1)
      if (named === undefined) return { state: 'ignored', note: `${type}: it names no subscriber` }
      if (accounts.size === 0)
        return { state: 'waiting', note: `${type}: no account has its subscriber yet`, waitsFor: waitsFor(named) }
      const done: Reconciled[] = []
      for (const { accountId, subscriber } of read) done.push(await reconcile(tx, accountId, subscriber))
      const credits = done.reduce((sum, one) => sum + one.credits, 0)
      const unknown = [...new Set(done.flatMap((one) => one.unknown))].join(', ').slice(0, 200)
      const left = unknown && `; not in the catalogue: ${unknown}`
      const accountId = [...accounts.keys()].at(-1)
      return { state: 'booked', note: `${type}: ${read.length} read, ${credits} credits granted${left}`, accountId }
    }
  }

  return {
    book,

    /**
     * Reads the subscriber of an account and grants what is missing.
     *
     * @returns The credits that were granted, and what events about it wait for.
     * @throws ServiceError `not_configured`, `provider_unavailable`
     */
    async sync(accountId: string): Promise<{ credits: number; known: readonly string[] }> {
      const subscriber = await api.read(accountId)
      if (!subscriber) return { credits: 0, known: [] }
      const { credits } = await inTransaction(db, (tx) => reconcile(tx, accountId, subscriber))
      return { credits, known: [accountId, subscriber.originalId ?? accountId].map(waitsFor) }
    },
  }
}

const waitsFor = (id: string): string => `subscriber:${id}`

/** The event in a body, which may be wrapped. */
export function subscriberEventIn(body: Buffer): SubscriberEvent {
  const read = JSON.parse(textOf(body)) as SubscriberEvent & { event?: SubscriberEvent }
  return read.event ?? read
}

function idsIn(event: SubscriberEvent): readonly string[] {
  const { app_user_id, original_app_user_id, aliases, transferred_from, transferred_to } = event
  const all: unknown[] = [transferred_from, aliases, original_app_user_id, app_user_id, transferred_to].flat()
  return all.filter((id): id is string => typeof id === 'string' && id !== '')
}

/** Whether a header is the shared value, compared in constant time. */
export function isShared(header: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = digest(header ?? '')
  return [secret, `Bearer ${secret}`].filter((one) => timingSafeEqual(given, digest(one))).length > 0
}
