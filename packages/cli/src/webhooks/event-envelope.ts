import { DAY_MS, MINUTE_MS } from '../base/time-units.ts'

/** The fields of an event's body that the CLI reads. */
export interface Envelope {
  readonly id: string
  readonly type: string
  /** The unparsed value; empty if it is missing. */
  readonly createdAt: string
}

/** Receivers accept events for this long by default. */
const WINDOW_MS = 3 * DAY_MS

/** Parses the event in a body; undefined if it is not an event. */
export function envelopeOf(body: Buffer): Envelope | undefined {
  try {
    const { id, type, createdAt } = Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>
    if (typeof id !== 'string' || typeof type !== 'string') return undefined
    return { id, type, createdAt: typeof createdAt === 'string' ? createdAt : '' }
  } catch {
    return undefined
  }
}

/** A warning if receivers would refuse the event because of its date, which is part of the signed body. */
export function windowWarning({ id, createdAt }: Envelope, now: number): string | undefined {
  const age = now - Date.parse(createdAt)
  if (age <= WINDOW_MS && age >= -5 * MINUTE_MS) return undefined
  const fault = Number.isNaN(age) ? 'has no valid createdAt' : `is of ${createdAt}`
  return `${id} ${fault}: by default, receivers accept events up to three days old or five minutes ahead, and answer others with 400 outside_window.`
}
