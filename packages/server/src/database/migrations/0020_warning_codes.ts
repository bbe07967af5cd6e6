import { type Kysely, sql } from 'kysely'

/** Codes that were stored with runs before any reply showed them, and their names now. */
const RENAMED = {
  detail_of_half_size: 'detail_reduced',
  enlarged: 'model_size_enlarged',
  model_unused: 'language_model_unused',
  not_separated: 'subject_not_separated',
  references_dropped: 'references_unused',
  same_as_fast: 'fast_instead_of_best',
  size_fitted: 'model_size_cropped',
  subject_fills_picture: 'dish_fills_photo',
  subject_not_found: 'dish_not_found',
  weight_not_met: 'file_size_exceeded',
}

/** Warnings become a code and a sentence in what is sent again: events, and replies that are kept for repeated requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const renamed = Object.entries(RENAMED).reduce(
    (text, [from, to]) => sql<string>`replace(${text}, ${`"code":"${from}"`}, ${`"code":"${to}"`})`,
    sql<string>`outcome`,
  )
  await sql`update runs set outcome = ${renamed} where outcome like ${'%"warnings":[{%'}`.execute(db)

  const events = await sql<{ id: string; body: string }>`
    select id, body from events where body like ${SENTENCES}`.execute(db)
  for (const { id, body } of events.rows) {
    await sql`update events set body = ${withCodes(body)} where id = ${id}`.execute(db)
  }
  const replies = await sql<{ account_id: string; key: string; body: string }>`
    select account_id, key, body from idempotency_keys where body like ${SENTENCES}`.execute(db)
  for (const { account_id, key, body } of replies.rows) {
    await sql`update idempotency_keys set body = ${withCodes(body)}
      where account_id = ${account_id} and key = ${key}`.execute(db)
  }
}

const SENTENCES = '%"warnings":["%'

/** JSON whose warnings are objects. Which code a sentence had was not stored with it. */
const withCodes = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (name, value: unknown) =>
      name === 'warnings' && Array.isArray(value)
        ? value.map((one: unknown) => (typeof one === 'string' ? { code: 'note', message: one } : one))
        : value,
    ),
  )
