import { perLocale } from '../messages/numbers.ts'

const when = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
const brief = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }))
const day = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const shortDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' }))
const clock = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const signed = perLocale((locale) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'].map((unit) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 })),
)

export const whenOf = (time: string): string => when().format(new Date(time))
/** For where little room is. */
export const brieflyOf = (time: string): string => brief().format(new Date(time))
export const timeOf = (time: Date): string => clock().format(time)
export const dayOf = (time: string): string => day().format(new Date(time))
export const shortDayOf = (time: string): string => shortDay().format(new Date(time))
export const signedOf = (value: number): string => signed().format(value)

/** @example sizeOf(25_400_000) // '25 MB' */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return UNITS[step]?.().format(bytes / 1000 ** step) ?? ''
}
