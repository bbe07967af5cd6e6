import { sql } from 'kysely'
import type { Database } from '../database-schema.ts'
import type { Db } from '../open-database.ts'
import { openSqlite } from '../open-sqlite.ts'

/** A table whose rows move to another database. */
export interface MovedTable {
  readonly name: string
  /** In the order in which they were created. */
  readonly columns: readonly { readonly name: string; readonly kind: 'text' | 'integer' | 'real' }[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The column whose numbers count up by themselves. */
  readonly counter: string | undefined
}

/**
 * Tables of running processes, whose rows are stale in another database. Not `installation`: its fingerprints of the secrets
 * keep a server without the same secrets from starting on the copy.
 */
export const LEFT_TABLES = ['workers', 'rate_counters'] as const satisfies readonly (keyof Database)[]

/** Tables about the database itself. */
export const OWN_TABLES = ['migrations', 'unfinished_move'] as const

/**
 * The tables of the newest version, each after those that its rows refer to. They are read from an empty database, so a new
 * table moves without being listed anywhere.
 */
export async function readMovedTables(): Promise<MovedTable[]> {
  const { db, close } = await openSqlite(':memory:')
  try {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`.execute(db)
    const left = new Set<string>([...LEFT_TABLES, ...OWN_TABLES])
    const names = rows.map(({ name }) => name).filter((name) => !left.has(name))
    const referred = new Map<string, readonly string[]>()
    for (const name of names) referred.set(name, await referredTables(db, name))
    return await Promise.all(inOrder(referred).map((name) => readTable(db, name)))
  } finally {
    await close()
  }
}

async function readTable(db: Db, name: string): Promise<MovedTable> {
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, lower(type) as type, pk from pragma_table_info(${name}) order by cid`.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  // Only such a key counts up by itself in SQLite.
  const counter = key.length === 1 && key[0]?.type === 'integer' ? key[0].name : undefined
  return {
    name,
    columns: rows.map(({ name: column, type }) => ({ name: column, kind: kindOf(type, `${name}.${column}`) })),
    key: key.map((column) => column.name),
    counter,
  }
}

function kindOf(type: string, column: string): 'text' | 'integer' | 'real' {
  if (type === 'text' || type === 'real') return type
  if (type === 'integer' || type === 'bigint') return 'integer'
  throw new Error(`${column} is of type ${type}, which cannot be moved`)
}

async function referredTables(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct "table" from pragma_foreign_key_list(${name})`.execute(db)
  return rows.map(({ table }) => table).filter((table) => table !== name)
}

function inOrder(referred: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>()
  while (ordered.size < referred.size) {
    const next = [...referred].filter(([name, others]) => !ordered.has(name) && others.every((one) => ordered.has(one)))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const [name] of next) ordered.add(name)
  }
  return [...ordered]
}
