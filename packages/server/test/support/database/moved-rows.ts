import { sql } from 'kysely'
import { readMovedTables } from '../../../src/database/move/moved-tables.ts'
import { digestTable, type TableDigest } from '../../../src/database/move/table-digest.ts'
import { insertRows } from '../../../src/database/move/table-rows.ts'
import type { Db } from '../../../src/database/open-database.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const LARGEST = 9_223_372_036_854_775_807n

/** Rows with what could get lost on the way: large numbers, nulls, gaps, texts of every kind. Some tables stay empty. */
export async function fillForMove(db: Db, runs: number): Promise<void> {
  const tables = new Map((await readMovedTables()).map((table) => [table.name, table]))
  const insert = async (name: string, given: Readonly<Record<string, string | bigint | null>>[]) => {
    const table = tables.get(name)
    if (!table) throw new Error(`no table ${name}`)
    // Columns that no row names get their defaults.
    const columns = table.columns.filter((column) => given.some((row) => column.name in row))
    const nulls = Object.fromEntries(columns.map((column) => [column.name, null]))
    for (let from = 0; from < given.length; from += 100) {
      const rows = given.slice(from, from + 100).map((row) => ({ ...nulls, ...row }))
      await insertRows(db, { ...table, columns }, rows)
    }
  }
  const account = { plan: 'Free', role: 'customer', balance: 0n, stored_bytes: 0n, created_at: NOON }
  await insert('accounts', [
    {
      ...account,
      id: 'acc_1',
      email: 'küche@example.com',
      name: 'Crème brûlée 🍮 "日本" \\ \'; drop',
      balance: 2n ** 53n + 1n,
    },
    {
      ...account,
      id: 'acc_2',
      email: 'b@example.com',
      name: '',
      business_name: 'a\nb\tc\u001f',
      stored_bytes: LARGEST,
    },
    { ...account, id: 'acc_Z', email: 'é@example.com', name: 'null' },
    { ...account, id: 'acc_a', email: 'z@example.com', name: '{"json": ["\\u0000"]}' },
  ])
  await insert(
    'runs',
    Array.from({ length: runs }, (_, i) => ({
      id: `run_${i}`,
      serial: BigInt(i + 1),
      account_id: i % 3 ? 'acc_1' : 'acc_Z',
      operation: 'enhance',
      door: 'v1',
      params: `{"n":${i}}`,
      state: 'succeeded',
      credits: 1n,
      attempts: 1n,
      priority: -1n,
      run_at: NOON,
      created_at: NOON,
    })),
  )
  await insert('run_images', [
    {
      run_id: 'run_0',
      role: 'output',
      name: 'square',
      position: 0n,
      blob: 'results/a.jpg',
      mime: 'image/jpeg',
      width: 1n,
      height: 1n,
      bytes: 3n,
    },
  ])
  await insert('credit_entries', [
    {
      id: 4_000_000_000n,
      account_id: 'acc_1',
      kind: 'grant',
      amount: 5n,
      credits: 5n,
      balance_after: 5n,
      reference: 'r',
      created_at: NOON,
    },
  ])
  // Their numbers were given, and may not be given again.
  await sql`delete from runs where serial = ${BigInt(runs)}`.execute(db)
}

/** Equal databases have equal digests. */
export async function digestsOf(db: Db): Promise<TableDigest[]> {
  return Promise.all((await readMovedTables()).map((table) => digestTable(db, table, () => {})))
}
