import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './open-database.ts'
import { type Buildable, dialectOf } from './sql-dialect.ts'

/**
 * A query that is built once and then only filled in. It is for the few statements of every request and every run, where
 * building the text costs more than the query itself.
 *
 * @param build Creates the query from its arguments, which may be values, and lists and objects of values. A value stands for
 * those of later calls, so it can only be put into the query as it is, any number of times. What the text may depend on is the
 * length of lists, and which values are null or undefined. More than one query are carried out in their order.
 * @returns Carries out the query. Resolves to the rows, of the last one if there are several.
 */
export function compiledQuery<Arguments extends readonly unknown[], Row>(
  build: (db: Db, ...values: Arguments) => Buildable<Row> | readonly Buildable<Row>[],
): (db: Db, ...values: Arguments) => Promise<Row[]> {
  const compiled = new Map<string, readonly CompiledQuery<Row>[]>()
  return async (db, ...given) => {
    const values: unknown[] = []
    const shape = `${dialectOf(db).name} ${shapeOf(given, values)}`
    const queries = compiled.get(shape) ?? compile(db, build, given, values.length)
    compiled.set(shape, queries)
    let rows: Row[] = []
    for (const query of queries) {
      const parameters = query.parameters.map((one) => filledIn(one, values))
      rows = (await db.executeQuery<Row>({ ...query, parameters })).rows
    }
    return rows
  }
}

/** Stands for a value while a query is built. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new Error('a value of a compiled query can only be put into it as it is')
  }
}

/** A parameter with its values. A list may be one parameter. */
function filledIn(parameter: unknown, values: readonly unknown[]): unknown {
  if (parameter instanceof Placeholder) return values[parameter.index]
  return Array.isArray(parameter) ? parameter.map((one) => filledIn(one, values)) : parameter
}

const isStructure = (one: unknown): one is object =>
  typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype

/** What the text of a query may depend on. Collects the values. */
function shapeOf(given: unknown, values: unknown[]): string {
  if (given === undefined || given === null) return `${given}`
  if (Array.isArray(given)) return `[${given.map((one) => shapeOf(one, values)).join()}]`
  if (isStructure(given)) return `{${Object.entries(given).map(([name, one]) => `${name}:${shapeOf(one, values)}`)}}`
  values.push(given)
  return '?'
}

/** Stands placeholders for the values, in the order of `shapeOf`. */
function placeholders(given: unknown, next: () => Placeholder): unknown {
  if (given === undefined || given === null) return given
  if (Array.isArray(given)) return given.map((one) => placeholders(one, next))
  if (!isStructure(given)) return next()
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, placeholders(one, next)]))
}

function compile<Arguments extends readonly unknown[], Row>(
  db: Db,
  build: (db: Db, ...values: Arguments) => Buildable<Row> | readonly Buildable<Row>[],
  given: Arguments,
  count: number,
): readonly CompiledQuery<Row>[] {
  let index = 0
  const built = build(db, ...(placeholders(given, () => new Placeholder(index++)) as Arguments))
  const queries = [built].flat().map((one) => (one as RawBuilder<Row>).compile(db))
  const used = new Set(queries.flatMap(({ parameters }) => parameters.flat(Infinity)))
  if ([...used].filter((one) => one instanceof Placeholder).length < count)
    throw new Error('a value of a compiled query is not part of it')
  return queries
}
