import { InvalidRequest } from './service-error.ts'

/** What a list was asked for: how many rows, and after which one. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** How a list names the place after a row in a cursor, and finds it again. */
export interface CursorFormat<Row, Place> {
  encode(row: Row): string
  /** Undefined for a text that `encode` never gave. */
  decode(text: string): Place | undefined
}

/** Rows in the order of their ids. */
const idCursor: CursorFormat<{ readonly id: string }, string> = {
  encode: ({ id }) => id,
  decode: (text) => (/^[a-z]+_\w+$/.test(text) ? text : undefined),
}

/** Rows in the order of a whole number that each has for itself. */
export const numberCursor = <Row>(numberOf: (row: Row) => number): CursorFormat<Row, number> => ({
  encode: (row) => String(numberOf(row)),
  decode: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
})

type Read<Row, Place> = (limit: number, before: Place | undefined) => Promise<Row[]>
interface Page<Row> {
  readonly rows: Row[]
  readonly nextCursor: string | null
}

/**
 * One page of rows that come newest first. `read` gets one more than asked for, which tells whether there is a next
 * page; the cursor is the place after the last row shown, so rows may come and go in between.
 *
 * @param format The order of the rows; by default that of their ids.
 * @throws InvalidRequest (422) for a cursor that no list gave.
 */
export function pageOf<Row extends { readonly id: string }>(
  page: PageRequest,
  read: Read<Row, string>,
): Promise<Page<Row>>
export function pageOf<Row, Place>(
  page: PageRequest,
  read: Read<Row, Place>,
  format: CursorFormat<Row, Place>,
): Promise<Page<Row>>
export async function pageOf<Row extends { readonly id: string }>(
  { limit, cursor }: PageRequest,
  read: Read<Row, string>,
  format: CursorFormat<Row, string> = idCursor,
): Promise<Page<Row>> {
  const found = await read(limit + 1, cursor === undefined ? undefined : readCursor(cursor, format))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? writeCursor(format.encode(last)) : null }
}

const MARK = 'after:'
const writeCursor = (text: string): string => Buffer.from(MARK + text).toString('base64url')

function readCursor<Row, Place>(cursor: string, format: CursorFormat<Row, Place>): Place {
  const text = Buffer.from(cursor, 'base64url').toString()
  const whole = text.startsWith(MARK) && writeCursor(text.slice(MARK.length)) === cursor
  const place = whole ? format.decode(text.slice(MARK.length)) : undefined
  if (place !== undefined) return place
  const msg = 'is no cursor that a list gave; leave it out for the first page'
  throw new InvalidRequest([{ loc: ['query', 'cursor'], msg, type: 'cursor' }])
}
