import { auditLedger } from '#server-testing/process'
import { type Facts, runsOf } from '../facts.ts'

const entriesOf = ({ db }: Pick<Facts, 'db'>) => db.selectFrom('credit_entries').selectAll().orderBy('id').execute()

/** Credits: the books agree, by the rules of `platelight-server ledger audit`, and with what the accounts were given. */
export async function auditMoney(facts: Facts): Promise<string[]> {
  const { db, accounts, paymentLog } = facts
  const wrong = (await auditLedger(db)).map(({ about, fault }) => `${about}, ${fault}`)
  const entries = await entriesOf(facts)
  const runs = await runsOf(facts)
  for (const account of accounts) {
    const its = entries.filter(({ account_id }) => account_id === account.id)
    const sum = its.reduce((total, { amount }) => total + amount, 0)
    const charged = its.filter(({ kind }) => kind === 'charge').reduce((total, { credits }) => total + credits, 0)
    const expect = (what: string, is: number | undefined, should: number) => {
      if (is !== should) wrong.push(`${account.name}: ${what} is ${is}, not ${should}`)
    }
    const paid = paymentLog.payments
      .filter(({ accountId }) => accountId === account.id)
      .reduce((total, { credits, share }) => total + credits - Math.round(credits * share), 0)
    const { debt } = await db
      .selectFrom('accounts')
      .select('debt')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect('the sum of the ledger less the debt', sum - debt, account.granted + paid - charged)
    const months = db.selectFrom('monthly_usage').select(['photos']).where('account_id', '=', account.id)
    const photos = runs.filter(
      ({ account_id, door, operation, state }) =>
        account_id === account.id && door === 'v1' && operation === 'enhance' && state === 'succeeded',
    )
    const used = (await months.execute()).reduce((total, month) => total + month.photos, 0)
    expect('photos this month', used, photos.length)
  }
  return wrong
}

/** How often a charge left no credits, neither held nor available. So many events must exist. */
export async function depletionsOf(facts: Pick<Facts, 'db'>, accountId: string): Promise<number> {
  const entries = (await entriesOf(facts)).filter(({ account_id }) => account_id === accountId)
  const open = new Set<string>()
  let depletions = 0
  for (const { kind, reference, balance_after } of entries) {
    if (kind === 'hold') open.add(reference)
    else open.delete(reference)
    if (kind === 'charge' && balance_after === 0 && open.size === 0) depletions++
  }
  return depletions
}
