import { type Endpoint, type Facts, groupedBy } from '../facts.ts'
import { type EventRow, eventsOf } from './audit-events.ts'

type DeliveryRow = Awaited<ReturnType<typeof deliveriesOf>>[number]
type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number]

const deliveriesOf = ({ db }: Facts) => db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()

const attemptsOf = ({ db }: Facts) =>
  db.selectFrom('webhook_attempts').selectAll().orderBy('delivery_id').orderBy('round').orderBy('number').execute()

const DELAYS_MS = [0, 5, 30, 120, 600, 1_800, 3_600].map((seconds) => seconds * 1_000)
/** A duration is rounded, and measured by another clock than the times. */
const ROUNDING_MS = 5

/**
 * Every receiver got the events that it subscribed to, at least once, with the stored bytes. The log has every attempt,
 * and none was early.
 */
export async function auditDeliveries(facts: Facts): Promise<string[]> {
  const { endpoints, receptions } = facts
  const events = await eventsOf(facts)
  const byId = new Map(events.map((event) => [event.id, event]))
  const deliveries = await deliveriesOf(facts)
  const attempts = groupedBy(await attemptsOf(facts), ({ delivery_id }) => delivery_id)
  const wrong: string[] = []
  for (const endpoint of endpoints) {
    const its = deliveries.filter(({ endpoint_id }) => endpoint_id === endpoint.id)
    const got = new Set(
      receptions.flatMap((one) => (one.endpoint === endpoint.name && one.status === 200 ? one.id : [])),
    )
    wrong.push(...choiceOf(endpoint, events, its))
    for (const delivery of its) {
      wrong.push(...logOf(delivery, attempts.get(delivery.id) ?? []))
      if (endpoint.manner !== 'silent' && !got.has(delivery.event_id))
        wrong.push(`${endpoint.name} never got ${delivery.event_id}: its delivery is ${delivery.state}`)
      if (delivery.state === 'delivered' && !got.has(delivery.event_id))
        wrong.push(`${delivery.id} is said to have been delivered to ${endpoint.name}, which has not answered 200`)
    }
  }
  for (const { endpoint, id, body, refusal } of receptions) {
    const owner = endpoints.find(({ name }) => name === endpoint)
    const event = byId.get(id)
    if (refusal !== null) wrong.push(`${endpoint} got something that does not verify: ${refusal}`)
    else if (!event || !owner || event.account_id !== owner.accountId)
      wrong.push(`${endpoint} got ${id}, which never was`)
    else if (event.body !== body) wrong.push(`${endpoint} got other bytes of ${id} than were written`)
    else if (!wants(owner, event)) wrong.push(`${endpoint} got ${id} (${event.type}), which it did not choose`)
  }
  return wrong
}

const wants = ({ events, accountId }: Endpoint, { type, account_id }: EventRow): boolean =>
  accountId === account_id && (events.includes('*') || events.includes(type))

/** One delivery for each subscribed event, and no other. */
function choiceOf(endpoint: Endpoint, events: readonly EventRow[], its: readonly DeliveryRow[]): string[] {
  const chosen = events.filter((event) => wants(endpoint, event)).map(({ id }) => id)
  const sent = its.map(({ event_id }) => event_id)
  const known = new Set(sent)
  const missing = chosen.filter((id) => !known.has(id))
  const several = sent.filter((id) => !known.delete(id))
  return [
    ...missing.map((id) => `${id} has no delivery to ${endpoint.name}`),
    ...several.map((id) => `${id} has more than one delivery to ${endpoint.name}`),
  ]
}

function logOf(delivery: DeliveryRow, log: readonly AttemptRow[]): string[] {
  const { id, state, round, attempts, next_attempt_at } = delivery
  const wrong: string[] = []
  const rounds = groupedBy(log, (attempt) => String(attempt.round))
  for (const [number, its] of rounds) {
    if (its.some((attempt, index) => attempt.number !== index + 1)) wrong.push(`${id}: a gap in round ${number}`)
    for (const [index, attempt] of its.entries()) {
      const before = its[index - 1]
      if (!before) continue
      const due = Date.parse(before.started_at) + before.duration_ms + (DELAYS_MS[index] ?? Infinity)
      const early = due - Date.parse(attempt.started_at)
      if (early > ROUNDING_MS) wrong.push(`${id}: attempt ${attempt.number} of round ${number} was ${early} ms early`)
      if (isSuccess(before)) wrong.push(`${id}: tried again in round ${number} after a success`)
    }
  }
  const last = rounds.get(String(round)) ?? []
  if (last.length !== attempts) wrong.push(`${id}: ${attempts} attempts are counted, and the log has ${last.length}`)
  const succeeded = last.some(isSuccess)
  if (succeeded !== (state === 'delivered')) wrong.push(`${id} is ${state}, and its log says otherwise`)
  if ((state === 'pending') !== (next_attempt_at !== null)) wrong.push(`${id} is ${state}, next at ${next_attempt_at}`)
  if (state === 'dead' && attempts < DELAYS_MS.length) wrong.push(`${id} was given up after ${attempts} attempts`)
  return wrong
}

const isSuccess = ({ status_code, error }: AttemptRow): boolean =>
  error === null && status_code !== null && status_code >= 200 && status_code < 300
