const WHEN = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export const whenOf = (time: string): string => WHEN.format(new Date(time))
export const timeOf = (time: Date): string => TIME.format(time)
export const dayOf = (time: string): string => DAY.format(new Date(time))

/** @example sizeOf(25_400_000) // '25 MB' */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Math.round(bytes / 1000 ** step)} ${UNITS[step]}`
}
