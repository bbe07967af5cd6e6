import { type Facts, groupedBy, type RunRow, runsOf } from '../facts.ts'

type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

const entriesOf = ({ db }: Pick<Facts, 'db'>) => db.selectFrom('credit_entries').selectAll().orderBy('id').execute()

/** Credits: held once, charged or released once, and the balance is what the ledger says. */
export async function auditMoney(facts: Facts): Promise<string[]> {
  const { db, accounts } = facts
  const entries = await entriesOf(facts)
  const runs = await runsOf(facts)
  const wrong = runs.flatMap(ofRun(groupedBy(entries, ({ reference }) => reference)))

  const twice = groupedBy(entries, ({ kind, reference }) => `${kind} ${reference}`)
  for (const [name, same] of twice) if (same.length > 1) wrong.push(`booked ${same.length} times: ${name}`)

  const ids = new Set(runs.map(({ id }) => id))
  for (const { kind, reference } of entries)
    if (kind !== 'grant' && !ids.has(reference)) wrong.push(`${kind} for a run that does not exist: ${reference}`)

  for (const account of accounts) {
    const its = entries.filter(({ account_id }) => account_id === account.id)
    wrong.push(...chainOf(account.name, its))
    const sum = its.reduce((total, { amount }) => total + amount, 0)
    const charged = its.filter(({ kind }) => kind === 'charge').reduce((total, { credits }) => total + credits, 0)
    const expect = (what: string, is: number | undefined, should: number) => {
      if (is !== should) wrong.push(`${account.name}: ${what} is ${is}, not ${should}`)
    }
    expect('the sum of the ledger', sum, account.granted - charged)
    const row = await db.selectFrom('accounts').select('balance').where('id', '=', account.id).executeTakeFirst()
    expect('the balance', row?.balance, sum)
    const months = db.selectFrom('monthly_usage').select(['credits', 'photos']).where('account_id', '=', account.id)
    const usage = await months.execute()
    const used = (what: 'credits' | 'photos') => usage.reduce((total, month) => total + month[what], 0)
    expect('what was used this month', used('credits'), charged)
    const photos = runs.filter(
      ({ account_id, door, operation, state }) =>
        account_id === account.id && door === 'v1' && operation === 'enhance' && state === 'succeeded',
    )
    expect('photos this month', used('photos'), photos.length)
  }
  return wrong
}

const ofRun =
  (byReference: ReadonlyMap<string, Entry[]>) =>
  ({ id, credits, state, items }: RunRow): string[] => {
    const its = (byReference.get(id) ?? []).map(({ kind, amount, credits: of }) => `${kind} ${amount} of ${of}`)
    const end = state === 'succeeded' ? `charge 0 of ${credits}` : `release ${credits} of ${credits}`
    const expected = credits === 0 || items !== null ? [] : [`hold ${-credits} of ${credits}`, end]
    return its.join() === expected.join() ? [] : [`run ${id}, ${state}: ${its.join(', ') || 'nothing booked'}`]
  }

/** Each entry stores the balance after it. */
function chainOf(name: string, entries: readonly Entry[]): string[] {
  const wrong: string[] = []
  let balance = 0
  for (const { id, amount, balance_after } of entries) {
    balance += amount
    if (balance !== balance_after)
      wrong.push(`${name}: after entry ${id} the balance is ${balance_after}, not ${balance}`)
    if (balance < 0) wrong.push(`${name}: after entry ${id} the balance is below zero`)
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
