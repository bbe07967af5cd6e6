import { InvalidRequest } from './errors.ts'

/** What a list was asked for: how many rows, and after which one. */
export interface PageWish {
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * One page of rows that come newest first. `read` gets one more than asked for, which tells whether there is a next
 * page; the cursor is the place after the last row shown, so rows may come and go in between.
 *
 * @throws InvalidRequest (422) for a cursor that no list gave.
 */
export async function pageOf<Row extends { readonly id: string }>(
  { limit, cursor }: PageWish,
  read: (limit: number, before: string | undefined) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const found = await read(limit + 1, cursor === undefined ? undefined : placeOf(cursor))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? cursorAt(last.id) : null }
}

const MARK = 'after:'
const cursorAt = (id: string): string => Buffer.from(MARK + id).toString('base64url')

function placeOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  if (!text.startsWith(MARK) || cursorAt(text.slice(MARK.length)) !== cursor) {
    const msg = 'is no cursor that a list gave; leave it out for the first page'
    throw new InvalidRequest([{ loc: ['query', 'cursor'], msg, type: 'cursor' }])
  }
  return text.slice(MARK.length)
}
