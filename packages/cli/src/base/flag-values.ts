import type { SubjectHint, SubjectStroke } from '@platelight/sdk'
import { InvalidArgumentError } from 'commander'
import { didYouMean } from './nearest-name.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './time-units.ts'

// Parsers of flag values. Commander prefixes their error messages with the name of the flag.

/** A whole number from `min` to `max`. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** Credits: zero or more, fractions allowed. */
export function creditAmount(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new InvalidArgumentError('It must be a number of credits, 0 or more.')
}

/** Seconds: above zero, fractions allowed. */
export function seconds(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0 && value <= DAY_SECONDS) return value
  throw new InvalidArgumentError('It must be a number of seconds above 0.')
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: MINUTE_SECONDS, h: HOUR_SECONDS, d: DAY_SECONDS }

/** A span of time in whole seconds: `90`, `90s`, `30m`, `24h`, `7d`. */
export const timeSpan =
  (max: number) =>
  (text: string): number => {
    const [, count, unit = 's'] = /^(\d{1,9})([smhd]?)$/.exec(text.trim()) ?? []
    const value = Number(count) * (UNITS[unit || 's'] ?? 1)
    if (count !== undefined && value <= max) return value
    throw new InvalidArgumentError(
      `It must be a time such as 30m, 24h or 7d, at most ${max / DAY_SECONDS} day${max > DAY_SECONDS ? 's' : ''}.`,
    )
  }

/** A future time as ISO 8601, typed as a date, a date with time, or a span from now. */
export function futureTime(text: string): string {
  const date = /^\d+[smhd]$/.test(text.trim())
    ? Date.now() + timeSpan(3_650 * DAY_SECONDS)(text) * 1000
    : Date.parse(text)
  if (date > Date.now()) return new Date(date).toISOString()
  throw new InvalidArgumentError('It must be in the future: a date such as 2030-12-31, or a time from now such as 30d.')
}

/** A setting that is turned on or off. */
export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('It must be on or off.')
}

/** A comma-separated list of known names. */
export const namesOf =
  <const T extends string>(known: readonly T[]) =>
  (text: string): T[] => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    if (names.length === 0) throw new InvalidArgumentError(`Choose from ${known.join(', ')}.`)
    return [...new Set(names)].map((name) => {
      const found = known.find((candidate) => candidate === name)
      if (!found) throw new InvalidArgumentError(`"${name}" is none of ${known.join(', ')}.${didYouMean(name, known)}`)
      return found
    })
  }

/** Fractions of a photo's sides as an object, typed as a comma-separated list in the order of the fields. */
export const fractions =
  <const Field extends string>(fields: readonly Field[]) =>
  (text: string): Readonly<Record<Field, number>> => {
    const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    if (numbers.length !== fields.length || !numbers.every((number) => number >= 0 && number <= 1)) {
      throw new InvalidArgumentError(
        `It must be ${fields.length} numbers from 0 to 1 with commas: ${fields.join(',')}.`,
      )
    }
    return Object.fromEntries(fields.map((field, index) => [field, numbers[index]])) as Record<Field, number>
  }

/** Lines over a photo, as JSON: `[{"kind":"keep","points":[{"x":0.4,"y":0.6}]}]`. */
export function strokes(text: string): NonNullable<SubjectHint['strokes']> {
  try {
    const lines: unknown = JSON.parse(text)
    if (Array.isArray(lines) && lines.length > 0 && lines.every(isStroke)) return lines
  } catch {}
  throw new InvalidArgumentError('It must be JSON like [{"kind":"keep","points":[{"x":0.4,"y":0.6}]}], or with "drop".')
}

const isStroke = ({ kind, points }: Partial<SubjectStroke>): boolean =>
  (kind === 'keep' || kind === 'drop') &&
  Array.isArray(points) &&
  points.length > 0 &&
  points.every(({ x, y }) => [x, y].every((value) => typeof value === 'number' && value >= 0 && value <= 1))

/** A flag that may be given several times. */
export const repeated = (value: string, earlier: readonly string[] | undefined): string[] => [...(earlier ?? []), value]
