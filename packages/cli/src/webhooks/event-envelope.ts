import { DAY_MS, MINUTE_MS } from '../base/time-units.ts'

/** What is looked at in the body of an event. */
export interface Envelope {
  readonly id: string
  readonly type: string
  /** As it stands in the body; empty where it has none. */
  readonly createdAt: string
}

/** So long receivers take an event, unless they were told otherwise. */
const WINDOW_MS = 3 * DAY_MS

/** The event in a body; undefined where it is none. */
export function envelopeOf(body: Buffer): Envelope | undefined {
  try {
    const { id, type, createdAt } = Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>
    if (typeof id !== 'string' || typeof type !== 'string') return undefined
    return { id, type, createdAt: typeof createdAt === 'string' ? createdAt : '' }
  } catch {
    return undefined
  }
}

/** A sentence where receivers will refuse the event for its date, which is signed with it; undefined where not. */
export function windowWarning({ id, createdAt }: Envelope, now: number): string | undefined {
  const age = now - Date.parse(createdAt)
  if (age <= WINDOW_MS && age >= -5 * MINUTE_MS) return undefined
  const why = Number.isNaN(age) ? 'has no createdAt that can be read' : `is of ${createdAt}`
  return `${id} ${why}: receivers take three days and five minutes ahead unless told otherwise, and may answer 400 outside_window.`
}
