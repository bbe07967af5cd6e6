import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { randomIds } from '../../src/base/random-ids.ts'
import { noMeasures } from '../../src/base/running/measures.ts'
import { noTracing } from '../../src/base/running/tracing.ts'
import { createSecretCipher } from '../../src/base/secrets/secret-cipher.ts'
import { inTransaction } from '../../src/database/in-transaction.ts'
import type { Db } from '../../src/database/open-database.ts'
import { openSqlite } from '../../src/database/open-sqlite.ts'
import { webhookEndpointRepository } from '../../src/events/endpoints/webhook-endpoint-repository.ts'
import { createEventLog } from '../../src/events/log/event-log.ts'
import type { EventSelection } from '../../src/events/log/event-types.ts'
import type { DisabledEndpoint } from '../../src/events/sending/attempt-outcomes.ts'
import { createWebhookDeliverer, type WebhookDeliverer } from '../../src/events/sending/webhook-deliverer.ts'
import type { PostResult, SafePost } from '../../src/net/safe-post.ts'
import { inProcessQueue } from '../../src/queue/in-process-queue.ts'
import { openTestDatabase } from './test-database.ts'

export const answered = (status: number): PostResult => ({ status, error: null, excerpt: 'seen', durationMs: 3 })
export const unanswered = (error: PostResult['error']): PostResult => ({
  status: null,
  error,
  excerpt: null,
  durationMs: 5_000,
})

/** A receiver that never answers. */
export const neverAnswers = (_: unknown, signal: AbortSignal): Promise<PostResult> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

export interface Posted {
  readonly owner: string
  readonly url: string
  readonly body: string
  readonly headers: Record<string, string>
  readonly at: number
}

const START = Date.parse('2026-11-21T09:00:00.000Z')

/**
 * Sends events without a server and without a network: real tables, a clock that the test sets, and simulated receivers.
 */
export async function webhookFixture({ path }: { path?: string } = {}) {
  let time = START
  const clock = { now: () => new Date(time) }
  const database = path === undefined ? await openTestDatabase() : await openSqlite(path)
  const { db } = database
  const ids = randomIds(clock.now)
  const queue = inProcessQueue({ isSettled: async () => true })
  const events = createEventLog({ clock, ids, queue })
  const cipher = createSecretCipher(randomBytes(32))
  const posted: Posted[] = []
  const disabled: DisabledEndpoint[] = []
  const errors: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const started: WebhookDeliverer[] = []
  const accountId = ids.next('acc')
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      email: 'mara@trattoria.example',
      plan: 'Free',
      role: 'customer',
      balance: 0,
      created_at: clock.now().toISOString(),
    } as never)
    .execute()

  /** A deliverer whose requests get their reply from `answer`. */
  const createDeliverer = async (
    owner: string,
    answer: (post: Posted, signal: AbortSignal) => PostResult | Promise<PostResult>,
  ) => {
    const post: Pick<SafePost, 'send'> = {
      async send(url, { body, headers, signal }) {
        const request = { owner, url, body, headers, at: time }
        posted.push(request)
        return answer(request, signal)
      },
    }
    const onDisabled = async (_: Db, one: DisabledEndpoint) => void disabled.push(one)
    const deliverer = createWebhookDeliverer({
      measures: noMeasures,
      tracing: noTracing,
      database,
      queue,
      post,
      cipher,
      clock,
      logger,
      owner,
      onDisabled,
    })
    return {
      ...deliverer,
      /** Sends due deliveries, and those that become due by that, until nothing more happens. */
      async settle(): Promise<void> {
        for (let before = -1; before !== posted.length; ) {
          before = posted.length
          await deliverer.poll()
          await deliverer.poll()
        }
      },
    }
  }

  return {
    clock,
    db,
    database,
    events,
    accountId,
    posted,
    disabled,
    errors,
    /** Seconds since the start of each POST. */
    times: () => posted.map(({ at }) => (at - START) / 1000),
    goTo: (secondsFromStart: number) => {
      time = START + secondsFromStart * 1000
    },
    advanceMs: (ms: number) => {
      time += ms
    },

    async endpoint(options: { events?: EventSelection; url?: string } = {}): Promise<string> {
      const id = ids.next('whe')
      const at = clock.now().toISOString()
      await webhookEndpointRepository(db).insert(
        {
          id,
          accountId,
          url: options.url ?? 'https://hooks.example/in',
          events: options.events ?? ['*'],
          description: null,
          disabledAt: null,
          disabledReason: null,
          previousSecretUntil: null,
          lastSuccessAt: null,
          lastFailureAt: null,
          failingSince: null,
          createdAt: at,
          updatedAt: at,
        },
        cipher.encrypt(`whsec_${randomBytes(32).toString('base64')}`, id),
      )
      return id
    },

    append: (id: string) =>
      inTransaction(db, (tx) =>
        events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt: id } } }),
      ),

    createDeliverer,

    /** A deliverer that is started, and stopped at the end of the test. */
    async startDeliverer(...args: Parameters<typeof createDeliverer>) {
      const deliverer = await createDeliverer(...args)
      started.push(deliverer)
      await deliverer.start()
      return deliverer
    },

    rows: () => db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute(),
    attempts: () => db.selectFrom('webhook_attempts').selectAll().orderBy('delivery_id').orderBy('number').execute(),
    endpointRow: (id: string) =>
      db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async close() {
      for (const deliverer of started.splice(0)) await deliverer.stop(0)
      await database.close()
    },
  }
}
