import type { List, ListParams } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'

/** The flags of every list. */
export interface ListFlags {
  readonly limit: number
  readonly cursor?: string
  readonly all?: boolean
}

export interface ListWording<T> {
  /** Name of the rows in JSON, as in the server's reply. */
  readonly noun: string
  /** Name of the cursor in JSON, as in the server's reply. Default `next_cursor`. */
  readonly cursorName?: string
  /** The cells of one text line. With `--all`, pages are printed as they arrive; padded cells keep them aligned. */
  readonly row: (item: T) => string[]
  /** Printed if there are no rows. */
  readonly empty: string
}

/** Shows one page of a list, or every page with `--all`. Pages are printed as they arrive, except in JSON mode. */
export async function showList<T>(
  open: (params: ListParams) => List<T>,
  { limit, cursor, all }: ListFlags,
  { noun, cursorName = 'next_cursor', row, empty }: ListWording<T>,
  context: Context,
): Promise<ExitCode> {
  const line = (item: T) => row(item).map(printable)
  const list = open({ limit, ...(cursor !== undefined && { cursor }) })
  const { mode } = context.settings
  if (all && mode !== 'json') {
    let count = 0
    for await (const { items } of list.pages()) {
      count += items.length
      if (mode === 'ndjson') for (const item of items) context.print(JSON.stringify(item))
      else if (items.length > 0) context.print(columns(items.map(line)))
    }
    if (count === 0) context.note(empty)
    return EXIT.ok
  }
  const rows: T[] = []
  let next: string | null = null
  for await (const page of list.pages()) {
    rows.push(...page.items)
    next = page.nextCursor
    if (!all) break
  }
  context.show({ [noun]: rows, [cursorName]: next }, () => (rows.length === 0 ? empty : columns(rows.map(line))))
  if (next !== null) context.note(`More with --cursor ${next}, or all of them with --all.`)
  return EXIT.ok
}

/** Text of a customer may contain control characters, which must not reach the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
