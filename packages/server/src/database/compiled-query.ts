import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './open-database.ts'
import { dialectOf } from './sql-dialect.ts'

/**
 * A query that is built once and then only filled in. It is for the few statements of every request and every run, where
 * building the text costs more than the query itself.
 *
 * @param build Creates the query from its values. Each value must appear in it once, in the order of the arguments. The text may
 * depend on nothing but their number.
 */
export function compiledQuery<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, ...values) => {
    const name = `${dialectOf(db).name} ${values.length}`
    const query = compiled.get(name) ?? checked(build(db, ...values).compile(), values)
    compiled.set(name, query)
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}

function checked<Row>(compiled: CompiledQuery<Row>, values: readonly unknown[]): CompiledQuery<Row> {
  const same =
    compiled.parameters.length === values.length && compiled.parameters.every((value, i) => value === values[i])
  if (!same) throw new Error('the values of a compiled query are not its arguments, in order')
  return compiled
}
