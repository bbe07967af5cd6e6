const WRITTEN = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * Whether a text is a moment of RFC 3339 that there is: no 30th of February, which would be read as the 2nd of March,
 * and none beyond the year 9999 UTC, which would no longer be in order as text. A leap second is none either.
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

/** Of `2027-02-28T23:59:59.000Z`; other years have a sign and two digits more. */
const LENGTH = 24
