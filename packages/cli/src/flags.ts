import { InvalidArgumentError } from 'commander'
import { FORMATS, type Format } from './enhance/events.ts'

// Readers of flag values. Commander puts the flag's name before what they complain about.

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
  if (Number.isFinite(value) && value > 0 && value <= 86_400) return value
  throw new InvalidArgumentError('It must be a number of seconds above 0.')
}

/** Names from a fixed list, divided by commas. */
const namesOf =
  <const T extends string>(known: readonly T[]) =>
  (text: string): T[] => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    if (names.length === 0) throw new InvalidArgumentError(`Choose from ${known.join(', ')}.`)
    return [...new Set(names)].map((name) => {
      const found = known.find((one) => one === name)
      if (!found) throw new InvalidArgumentError(`"${name}" is none of ${known.join(', ')}.`)
      return found
    })
  }

export const formats: (text: string) => Format[] = namesOf(FORMATS)

export const scopes = namesOf(['read', 'images', 'account', 'admin'])

/** A flag that may be given several times. */
export const repeated = (value: string, earlier: readonly string[] | undefined): string[] => [...(earlier ?? []), value]
