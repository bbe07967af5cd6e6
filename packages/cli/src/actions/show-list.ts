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
  /** Name of the rows in JSON, as the server has it. */
  readonly noun: string
  /** Name of the cursor in JSON, as the server has it. Default `next_cursor`. */
  readonly cursorName?: string
  /** One line of text. Columns that are as wide in every row keep lines that are printed as they come aligned. */
  readonly row: (item: T) => string[]
  /** Instead of rows where there are none. */
  readonly empty: string
}

/** Shows one page of a list, or all of it with `--all`, page by page as it comes where that can be. */
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

/** Words of a customer may hold anything; a terminal must not be told by them what to do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
