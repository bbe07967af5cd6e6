import { accountRepository } from '../../accounts/account-repository.ts'
import type { Db } from '../../database/open-database.ts'

/** More credits than this are no purchase but a mistake. */
const MAX_CREDITS = 1_000_000

/** The id of an account, if there is one with this id. */
export const accountIn = async (tx: Db, id: string | undefined | null): Promise<string | undefined> =>
  id ? (await accountRepository(tx).byId(id))?.id : undefined

/** A number of credits in a text; undefined when it is none. */
export function creditsIn(text: string | undefined): number | undefined {
  const credits = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 0
  return credits > 0 && credits <= MAX_CREDITS ? credits : undefined
}
