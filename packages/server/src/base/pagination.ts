import { InvalidRequest } from './service-error.ts'

/** The page of a list that a caller requests. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** How a cursor encodes a row's position in a list. */
export interface CursorFormat<Row, Position> {
  encode(row: Row): string
  /** Undefined for a text that `encode` did not produce. */
  decode(text: string): Position | undefined
}

/** For rows in the order of their ids. */
const idCursor: CursorFormat<{ readonly id: string }, string> = {
  encode: ({ id }) => id,
  decode: (text) => (/^[a-z]+_\w+$/.test(text) ? text : undefined),
}

/** For rows in the order of a unique whole number. */
export const numberCursor = <Row>(numberOf: (row: Row) => number): CursorFormat<Row, number> => ({
  encode: (row) => String(numberOf(row)),
  decode: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
})

type Read<Row, Position> = (limit: number, before: Position | undefined) => Promise<Row[]>
interface Page<Row> {
  readonly rows: Row[]
  readonly nextCursor: string | null
}

/**
 * One page of rows, newest first. One row more than the limit is read, which shows whether there is a next page. The cursor
 * is the position after the last row of the page, so rows may come and go between two pages.
 *
 * @param format The order of the rows; by default that of their ids.
 * @throws InvalidRequest (422) for a cursor that no list returned.
 */
export function pageOf<Row extends { readonly id: string }>(
  page: PageRequest,
  read: Read<Row, string>,
): Promise<Page<Row>>
export function pageOf<Row, Position>(
  page: PageRequest,
  read: Read<Row, Position>,
  format: CursorFormat<Row, Position>,
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

function readCursor<Row, Position>(cursor: string, format: CursorFormat<Row, Position>): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const whole = text.startsWith(MARK) && writeCursor(text.slice(MARK.length)) === cursor
  const place = whole ? format.decode(text.slice(MARK.length)) : undefined
  if (place !== undefined) return place
  const msg = 'is not a cursor of this list; leave it out for the first page'
  throw new InvalidRequest([{ loc: ['query', 'cursor'], msg, type: 'cursor' }])
}
