import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './open-database.ts'

/**
 * A query that is built once and then only filled in. It is for the few reads of every request, where building the text
 * costs more than the query itself.
 *
 * @param build Creates the query from its values. Each value must appear in it once, in the order of the arguments.
 */
export function compiledQuery<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= checked(build(db, ...values).compile(), values)
    return (await db.executeQuery<Row>({ ...compiled, parameters: values })).rows
  }
}

function checked<Row>(compiled: CompiledQuery<Row>, values: readonly unknown[]): CompiledQuery<Row> {
  const same =
    compiled.parameters.length === values.length && compiled.parameters.every((value, i) => value === values[i])
  if (!same) throw new Error('the values of a compiled query are not its arguments, in order')
  return compiled
}
