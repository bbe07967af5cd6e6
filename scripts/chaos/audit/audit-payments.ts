import { type Facts, groupedBy } from '../facts.ts'

/**
 * Payments: what providers and buyers were told is in the books, each payment is granted once and taken back as far as it was paid
 * back, and nothing else was bought.
 */
export async function auditPayments({ db, paymentLog }: Facts): Promise<string[]> {
  const wrong: string[] = []
  const { payments, acknowledged } = paymentLog
  const rows = await db.selectFrom('purchases').selectAll().execute()
  // A payment may have further names, which have no credits.
  const own = rows.filter(({ same_as }) => same_as === null)
  const booked = new Map(own.map((row) => [`${row.source}:${row.transaction_id}`, row]))
  const entries = await db
    .selectFrom('credit_entries')
    .select(['reference', 'credits'])
    .where('kind', '=', 'purchase')
    .execute()
  const entriesOf = groupedBy(entries, ({ reference }) => reference)
  const reported = await db.selectFrom('events').select('body').where('type', '=', 'credit.purchased').execute()
  const reportsOf = groupedBy(reported, ({ body }) => reportedPayment(body))

  for (const { accountId, source, transactionId, credits, share, grantedReplies } of payments) {
    const name = `${source}:${transactionId}`
    const row = booked.get(name)
    booked.delete(name)
    const expect = (what: string, is: unknown, should: unknown) => {
      if (is !== should) wrong.push(`${name}: ${what} is ${is}, not ${should}`)
    }
    expect('its account', row?.account_id, accountId)
    expect('what it bought', Number(row?.credits), credits)
    expect('what was taken back', Number(row?.taken_back), Math.round(credits * share))
    expect('the number of its grants', entriesOf.get(name)?.length ?? 0, 1)
    expect('the number of its events', reportsOf.get(name)?.length ?? 0, 1)
    if (grantedReplies > 1) wrong.push(`${name}: its buyer was told ${grantedReplies} times that it was granted`)
  }
  for (const name of booked.keys()) wrong.push(`${name} is booked, and nobody paid it`)

  const stored = await db.selectFrom('inbound_events').select(['receiver', 'event_key', 'state', 'note']).execute()
  const states = groupedBy(stored, ({ receiver, event_key }) => `${receiver} ${event_key}`)
  for (const { receiver, key } of acknowledged) {
    const its = states.get(`${receiver} ${key}`) ?? []
    if (its.length !== 1)
      wrong.push(`the event ${key} of ${receiver} was acknowledged and is stored ${its.length} times`)
  }
  for (const { receiver, event_key, state, note } of stored)
    if (state !== 'booked') wrong.push(`the event ${event_key} of ${receiver} is ${state}: ${note}`)
  return wrong
}

function reportedPayment(body: string): string {
  const { credits } = (JSON.parse(body) as { data: { credits: { source: string; transactionId: string } } }).data
  return `${credits.source}:${credits.transactionId}`
}
