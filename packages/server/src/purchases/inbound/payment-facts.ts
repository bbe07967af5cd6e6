import { accountRepository } from '../../accounts/account-repository.ts'
import { type Catalogue, productIn } from '../../base/plans/plan-catalogue.ts'
import type { Db } from '../../database/open-database.ts'

/** More credits than this are no purchase but a mistake. */
const MAX_CREDITS = 1_000_000

/** The id of an account, if there is one with this id. */
export const accountIn = async (tx: Db, id: string | undefined | null): Promise<string | undefined> =>
  id ? (await accountRepository(tx).byId(id))?.id : undefined

/** What a payment says that it bought. */
interface Named {
  readonly productId: string | null
  readonly credits: string | undefined
}

/** The credits that were bought, by the catalogue or as a number; or why there are none. */
export function creditsIn(catalogue: Catalogue, { productId, credits: text }: Named): number | { reason: string } {
  const product = productId === null ? undefined : productIn(catalogue, productId)
  if (product && product.credits > 0) return product.credits
  if (text === undefined) return { reason: `the product ${productId ?? '(none)'} is not in the catalogue` }
  const credits = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (credits > 0 && credits <= MAX_CREDITS) return credits
  return { reason: `its credits ${text.slice(0, 50)} are not a whole number from 1 to ${MAX_CREDITS}` }
}

/** The share of a payment that was paid back, 0 to 1; undefined when the amounts make no sense. */
export function refundedShare(refunded: number, amount: number): number | undefined {
  const share = amount > 0 ? refunded / amount : Number.NaN
  return share >= 0 && share <= 1 ? share : undefined
}

/** The text of a body, without the mark that some programs put before it. */
export const textOf = (body: Buffer): string => body.toString('utf8').replace(/^\uFEFF/, '')
