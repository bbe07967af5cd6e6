import type { Db } from '../../database/open-database.ts'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import { ledgerAuditRepository } from './ledger-audit-repository.ts'

/** What the books say of something, and what is wrong with it. */
export interface LedgerFault {
  readonly rule: Rule
  /** An account, a run, or a reference. */
  readonly about: string
  readonly fault: string
}

type Rule = keyof typeof RULES
type Found = Omit<LedgerFault, 'rule'>
type Books = ReturnType<typeof ledgerAuditRepository>

const SOURCES: readonly PurchaseSource[] = ['appstore', 'subscriptions', 'cardpay', 'regionalpay']

/** The rules that hold at every moment between two transactions. */
const RULES = {
  balances: async (books: Books) =>
    (await books.balances()).map(({ id, balance, sum }) => ({
      about: id,
      fault: `the balance is ${balance}, not ${Number(sum)}`,
    })),

  below_zero: async (books: Books) =>
    (await books.belowZero()).map(({ id, balance, debt }) => ({
      about: id,
      fault: `the balance is ${balance}, and the debt ${debt}`,
    })),

  chain: async (books: Books) =>
    (await books.chain()).map(({ id, account_id, balance_after, expected }) => ({
      about: account_id,
      fault: `after entry ${id} the balance is ${balance_after}, not ${expected}`,
    })),

  debts: async (books: Books) =>
    (await books.debts()).map(({ id, debt, expected }) => ({
      about: id,
      fault: `the debt is ${debt}, not ${Number(expected)}`,
    })),

  entries_of_runs: async (books: Books) =>
    (await books.withoutRun()).map(({ kind, reference }) => ({
      about: reference,
      fault: `${kind} for a run that does not exist`,
    })),

  runs: async (books: Books) =>
    Promise.all(
      (await books.runs()).map(async ({ id, state }) => {
        const entries = await books.entriesOf(id)
        const booked = entries.map(({ kind, amount, credits }) => `${kind} ${amount} of ${credits}`).join(', ')
        return { about: id, fault: `${state}: ${booked || 'nothing booked'}` }
      }),
    ),

  usage: async (books: Books) =>
    (await books.usage()).map(({ account_id, month, credits, expected }) => ({
      about: account_id,
      fault: `what was used in ${month} is ${credits}, not ${Number(expected)}`,
    })),

  grants: async (books: Books) => {
    const bought = await Promise.all(SOURCES.map((source) => books.withoutPurchase(source)))
    return [...bought.flat(), ...(await unknownGrants(books))].map(({ kind, reference }) => ({
      about: reference,
      fault: `${kind} without a source`,
    }))
  },

  purchases: async (books: Books) =>
    (await books.purchases()).map(({ source, transaction_id, granted, due, taken_back }) => ({
      about: `${source}:${transaction_id}`,
      fault: `granted ${granted ?? 'nothing'}; taken back ${taken_back}, not ${due}`,
    })),

  refunds,

  periods: async (books: Books) =>
    (await books.periods()).map(({ subscription_id, period_start }) => ({
      about: subscription_id,
      fault: `the paid period of ${period_start} was not granted`,
    })),
} satisfies Record<string, (books: Books) => Promise<readonly Found[]>>

/**
 * Compares the books with each other: balances with entries, entries with runs and payments, debts with what was taken back.
 *
 * @param db A transaction that sees one moment, while others write.
 * @returns What is wrong, at most a hundred faults of each rule; nothing if the books agree.
 */
export async function auditLedger(db: Db): Promise<LedgerFault[]> {
  const books = ledgerAuditRepository(db)
  const faults: LedgerFault[] = []
  for (const [rule, find] of Object.entries(RULES) as [Rule, (books: Books) => Promise<readonly Found[]>][])
    faults.push(...(await find(books)).map((found) => ({ rule, ...found })))
  return faults
}

/** What was taken back of each payment, by the entries. */
async function refunds(books: Books): Promise<Found[]> {
  const found: Found[] = []
  for (const { source, transaction_id, account_id, taken_back, changes } of await books.refunded()) {
    const name = `${source}:${transaction_id}`
    const entries = await books.changesOf(referencesOf(name, changes))
    const taken = entries.reduce((sum, { kind, credits }) => sum + (kind === 'grant' ? -credits : credits), 0)
    if (taken !== Number(taken_back)) found.push({ about: name, fault: `taken back ${taken}, not ${taken_back}` })
    if (entries.some((entry) => entry.account_id !== account_id))
      found.push({ about: name, fault: 'taken back from another account' })
  }
  return found
}

/** Grants that are neither of a known kind nor the reversal of a refund. */
async function unknownGrants(books: Books) {
  const reversals = (await books.refunded()).flatMap(({ source, transaction_id, changes }) =>
    referencesOf(`${source}:${transaction_id}`, changes),
  )
  const known = new Set(reversals)
  return (await books.otherGrants()).filter(({ reference }) => !known.has(reference))
}

const referencesOf = (name: string, changes: number): string[] =>
  Array.from({ length: changes }, (_, index) => `${name}:${index + 1}`)
