import { damageOf } from '#server-testing/process'
import { type Facts, groupedBy, runsOf } from '../facts.ts'
import { auditDeliveries } from './audit-deliveries.ts'
import { auditEvents, eventsOf } from './audit-events.ts'
import { auditBlobs } from './audit-files.ts'
import { auditMoney } from './audit-money.ts'
import { auditPayments } from './audit-payments.ts'
import { auditRuns } from './audit-runs.ts'

export interface Figures {
  readonly orders: number
  readonly runs: number
  readonly succeeded: number
  readonly failed: number
  /** The number of these that were given up after three attempts died. */
  readonly givenUp: number
  readonly revoked: number
  readonly deleted: number
  /** Attempts after the first. */
  readonly secondAttempts: number
  /** The longest time from order to end. */
  readonly longestSeconds: number
  readonly charges: number
  readonly doubleCharges: number
  /** What a caller was promised but does not exist. */
  readonly lost: number
  readonly events: number
  readonly deliveries: number
  /** Requests that receivers got. */
  readonly receptions: number
  /** The number of these that the receiver had answered with 200 before. */
  readonly repeats: number
  readonly redelivered: number
  readonly payments: number
  /** The number of these that were paid back, in part or as a whole. */
  readonly paidBack: number
  /** Events of payment providers that were acknowledged. */
  readonly paymentEvents: number
  /** Requests in which providers sent them, those that nobody answered included. */
  readonly paymentSendings: number
}

/** Audits everything after the servers have stopped. */
export async function audit(facts: Facts): Promise<{ violations: string[]; figures: Figures }> {
  const { db, answerLog, paymentLog, receptions } = facts
  const damage = await damageOf(db)
  const violations = damage === undefined ? [] : [`the database is damaged: ${damage}`]
  for (const one of [auditRuns, auditMoney, auditPayments, auditBlobs, auditEvents, auditDeliveries, auditKeys])
    violations.push(...(await one(facts)))

  const runs = await runsOf(facts)
  const state = (wanted: string) => runs.filter((run) => run.state === wanted).length
  const charges = await db.selectFrom('credit_entries').select('reference').where('kind', '=', 'charge').execute()
  const known = new Set<string | number>(runs.flatMap(({ id, serial }) => [id, serial]))
  const accepted = receptions.filter(({ status }) => status === 200)
  const distinct = groupedBy(accepted, ({ endpoint, id }) => `${endpoint} ${id}`).size
  return {
    violations,
    figures: {
      orders: answerLog.orders.length,
      runs: runs.length,
      succeeded: state('succeeded'),
      failed: state('failed'),
      givenUp: runs.filter(({ error_code }) => error_code === 'engine_failed').length,
      revoked: state('revoked'),
      deleted: runs.filter(({ deleted_at }) => deleted_at !== null).length,
      secondAttempts: runs.filter(({ attempts }) => attempts > 1).length,
      longestSeconds:
        Math.max(
          0,
          ...runs.map(({ created_at, finished_at }) => Date.parse(finished_at ?? created_at) - Date.parse(created_at)),
        ) / 1000,
      charges: charges.length,
      doubleCharges: charges.length - new Set(charges.map(({ reference }) => reference)).size,
      lost: answerLog.orders.flatMap(({ answers }) => answers).filter((answer) => answer.ok && !known.has(answer.id))
        .length,
      events: (await eventsOf(facts)).length,
      deliveries: (await db.selectFrom('webhook_deliveries').select('id').execute()).length,
      receptions: receptions.length,
      repeats: accepted.length - distinct,
      redelivered: answerLog.redeliveries,
      payments: paymentLog.payments.length,
      paidBack: paymentLog.payments.filter(({ share }) => share > 0).length,
      paymentEvents: new Set(paymentLog.acknowledged.map(({ key }) => key)).size,
      paymentSendings: paymentLog.sendings,
    },
  }
}

/** Every Idempotency-Key is finished, and the object of its stored reply exists. */
async function auditKeys(facts: Facts): Promise<string[]> {
  const rows = await facts.db.selectFrom('idempotency_keys').select(['key', 'state', 'body']).execute()
  const ids = new Set<string | number>((await runsOf(facts)).flatMap(({ id, serial }) => [id, serial]))
  return rows.flatMap(({ key, state, body }) => {
    if (state === 'running') return [`the key ${key} was left running`]
    // Of a reply with a secret, only the id was kept.
    const { id, job_id } = JSON.parse(body?.startsWith('{') ? body : '{}') as { id?: string; job_id?: string | number }
    const about = job_id ?? (id?.startsWith('run_') ? id : undefined)
    return about !== undefined && !ids.has(about) ? [`the key ${key} answers ${about}, which never was`] : []
  })
}
