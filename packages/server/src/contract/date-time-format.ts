const WRITTEN = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * Whether a text is an existing moment in the form of RFC 3339. `Date` would read the 30th of February as the 2nd of March, so
 * such a day is refused. So is a year after 9999 UTC, because it does not sort as text, and a leap second.
 *
 * @example isMoment('2027-02-28T23:59:59Z') // true
 */
export function isMoment(text: string): boolean {
  const day = WRITTEN.exec(text)?.[1]
  const moment = new Date(text)
  if (day === undefined || Number.isNaN(moment.getTime())) return false
  const { length } = moment.toISOString()
  return length === LENGTH && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** The length of `2027-02-28T23:59:59.000Z`. Years after 9999 have a sign and two more digits. */
const LENGTH = 24
