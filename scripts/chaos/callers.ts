import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import {
  APIError,
  ConnectionError,
  JobFailedError,
  JobRevokedError,
  JobTimeoutError,
  NotFoundError,
  Platelight,
  PlatelightError,
} from '@platelight/sdk'
import type { AnswerLog, CancelRecord } from './answers-given.ts'
import type { Pictures } from './chaos-pictures.ts'
import { type Kind, pickKind } from './orders.ts'

export interface Caller {
  readonly account: string
  readonly url: string
  readonly key: string
  readonly pictures: Pictures
  readonly answerLog: AnswerLog
  readonly seed: number
  /** The longest pause between two orders. */
  readonly pauseMs: number
  /** The longest time without a reply. */
  readonly longestReplyMs: number
  /** Accounts whose deliveries are redelivered now and then. */
  readonly endpoints: readonly string[]
}

/** A batch has the lowest priority: it may have to wait until the others have stopped ordering. */
const LONGEST_JOB_MS = 1_200_000

/** Orders work until the signal, and continues until every order has a reply and has ended. */
export async function call(caller: Caller, signal: AbortSignal): Promise<void> {
  const { account, url, key, answerLog, seed } = caller
  const chance = seededRandom(seed)
  const client = new Platelight({ apiKey: key, baseUrl: url, maxRetries: 2, logLevel: 'off', random: chance.next })
  const onOutrage = (what: string) => void answerLog.outrages.push(`${account}: ${what}`)
  const ask = <T>(work: () => Promise<T>, longestMs = caller.longestReplyMs) =>
    retryUntilAnswered(work, onOutrage, longestMs)
  const following: Promise<void>[] = []

  for (let number = 0; !signal.aborted; number++) {
    const kind = pickKind(chance)
    following.push(...(await order(`${account}-${seed}-${number}`, kind)))
    if (caller.endpoints.length > 0 && chance.happens(0.15)) await redeliver(number)
    await sleep(chance.between(0, caller.pauseMs), undefined, { signal }).catch(() => {})
  }
  await Promise.all(following)

  /** @returns the work that continues during the next order */
  async function order(tag: string, kind: Kind): Promise<Promise<void>[]> {
    const one = { account, kind: kind.name, tag, answers: [] as AnswerLog['orders'][number]['answers'] }
    answerLog.orders.push(one)
    const send = async () => {
      const outcome = await ask(() =>
        kind.send({ client, tag, pictures: caller.pictures, options: { idempotencyKey: tag } }),
      )
      const { ok } = outcome
      one.answers.push(ok ? { ok, id: outcome.value.id, body: JSON.stringify(outcome.value.body) } : outcome)
      return ok ? outcome.value.id : undefined
    }
    const beside: Promise<void>[] = []
    const id = await send()
    if (id === undefined) return beside
    // Decided here, so that the seed's decisions do not depend on timing.
    const again = chance.happens(0.2)
    const isWithdrawn = chance.happens(0.25)
    const afterMs = chance.between(0, 1_500)
    // Some jobs are deleted as photos, which also deletes unfinished work.
    const end = kind.isJob && chance.happens(0.7) ? revoke : remove
    if (kind.isJob) beside.push(follow(id))
    if (isWithdrawn && typeof id === 'string') beside.push(sleep(afterMs).then(() => end(id)))
    if (again) await send()
    return beside
  }

  async function follow(id: string | number): Promise<void> {
    const job = typeof id === 'number' ? client.mobileJobs.get(id) : client.jobs.get(id)
    const ended = await ask(async () => {
      try {
        await job.wait({ deadlineMs: LONGEST_JOB_MS })
        return 'succeeded' as const
      } catch (error) {
        if (error instanceof JobRevokedError) return 'revoked' as const
        if (error instanceof JobFailedError && !(error instanceof JobTimeoutError)) return 'failed' as const
        if (error instanceof NotFoundError) return 'gone' as const
        throw error
      }
    }, LONGEST_JOB_MS)
    if (ended.ok) answerLog.ends.push({ account, id, end: ended.value })
    else onOutrage(`job ${id} was followed to ${ended.code}`)
  }

  async function withdraw(list: CancelRecord[], id: string, work: () => Promise<unknown>): Promise<void> {
    const outcome = await ask(work)
    if (outcome.ok) list.push({ account, id, answer: 'done' })
    else if (outcome.code === 'job_finished') list.push({ account, id, answer: 'too_late' })
    else if (outcome.code === 'not_found') list.push({ account, id, answer: 'not_found' })
    else onOutrage(`DELETE of ${id} was answered with ${outcome.code}`)
  }

  function revoke(id: string): Promise<void> {
    return withdraw(answerLog.revocations, id, () => client.jobs.delete(id))
  }

  function remove(id: string): Promise<void> {
    return withdraw(answerLog.deletions, id, () => client.photos.delete(id))
  }

  async function redeliver(number: number): Promise<void> {
    const endpoint = caller.endpoints[Math.floor(chance.next() * caller.endpoints.length)] ?? ''
    const listed = await ask(async () => await client.webhookEndpoints.deliveries(endpoint, { limit: 50 }))
    const deliveries = listed.ok ? listed.value.items : []
    const one = deliveries[Math.floor(chance.next() * deliveries.length)]
    if (!one) return
    const options = { idempotencyKey: `${account}-${seed}-${number}-again` }
    const again = await ask(() => client.webhookEndpoints.redeliver(endpoint, one.id, options))
    if (again.ok) answerLog.redeliveries++
    else onOutrage(`redelivering ${one.id} was answered with ${again.code}`)
  }
}

type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly status: number }

const PAUSE_MS = 150
/** A run that was given up replies 503, and a repeat would be another run. */
const MOST_GIVEN_UP = 2

/**
 * Does what a caller does who needs a reply: sends the same request with the same key until there is one.
 *
 * @param onOutrage called with replies that nobody should get
 * @param longestMs the longest time without a reply
 */
export async function retryUntilAnswered<T>(
  work: () => Promise<T>,
  onOutrage: (what: string) => void,
  longestMs: number,
): Promise<Outcome<T>> {
  const giveUpAt = Date.now() + longestMs
  let givenUp = 0
  for (;;) {
    try {
      return { ok: true, value: await work() }
    } catch (error) {
      if (!(error instanceof PlatelightError)) throw error
      const status = error instanceof APIError ? error.status : 0
      if (status === 500) onOutrage(`500: ${error.message}`)
      if (error.code === 'engine_failed' && ++givenUp > MOST_GIVEN_UP) return { ok: false, code: error.code, status }
      if (!mayPass(error, status)) return { ok: false, code: error.code, status }
      if (Date.now() > giveUpAt) {
        onOutrage(`no answer within ${longestMs / 1000} s; the last was ${error.code}: ${error.message}`)
        return { ok: false, code: error.code, status }
      }
      await sleep(PAUSE_MS)
    }
  }
}

const mayPass = (error: PlatelightError, status: number): boolean =>
  error instanceof ConnectionError || status >= 500 || status === 429 || error.code === 'idempotency_in_flight'
