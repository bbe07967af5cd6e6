import type { Logger } from 'pino'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { DAY_MS } from '../../base/durations.ts'
import type { Catalogue } from '../../base/plans/plan-catalogue.ts'
import type { Clock, DiskSpace } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { Routes } from '../../contract/index.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db } from '../../database/open-database.ts'
import { createAccountOperator } from './account-operator.ts'
import { serverStatusRepository } from './server-status-repository.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly logger: Logger
  readonly sessions: Sessions
  readonly ledger: CreditLedger
  readonly catalogue: Catalogue
  readonly diskSpace: DiskSpace
}

/** What administrators see and change. Every change is in the log, with who made it. */
export const adminNoun = part((needs: Needs) => {
  const { config, db, clock, logger, diskSpace } = needs
  const operator = createAccountOperator(needs)

  const admin: Routes<'admin'> = {
    async accounts({ query: { search, plan, state, ...page } }) {
      const { rows, nextCursor } = await operator.listAccounts(page, { search, plan, state })
      return { accounts: rows, next_cursor: nextCursor }
    },

    account: ({ path }) => operator.showAccount(path.account_id),

    async updateAccount({ user, path: { account_id: id }, body }) {
      const { plan, disabled, requests_per_minute: perMinute, requests_per_day: perDay } = body
      if (disabled && id === user.account.id) {
        const way = 'Another administrator can do it, or "platelight-server accounts disable".'
        throw new ServiceError('bad_request', `You cannot disable your own account. ${way}`)
      }
      await operator.showAccount(id)
      if (plan !== undefined) await operator.setPlan(id, plan)
      if (perMinute !== undefined || perDay !== undefined) {
        await operator.setLimits(id, {
          ...(perMinute !== undefined && { perMinute }),
          ...(perDay !== undefined && { perDay }),
        })
      }
      if (disabled !== undefined) await (disabled ? operator.disableAccount(id) : operator.enableAccount(id))
      logger.info({ administrator: user.account.id, account: id, change: body }, 'an administrator changed an account')
      return operator.showAccount(id)
    },

    async grantCredits({ user, path: { account_id: id }, body }) {
      const { credits, granted } = await operator.grantCredits(id, body.credits, singleLine('note', body.note))
      logger.info({ administrator: user.account.id, account: id, granted }, 'an administrator granted credits')
      return { account_id: id, granted, credits }
    },

    async status() {
      const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
      const status = serverStatusRepository(db)
      const { storedBytes, ...accounts } = await status.accounts(since)
      return {
        accounts,
        errors: await status.errors(since),
        deliveries: await status.deliveries(since),
        letters: await status.letters(since),
        storage: {
          uploads_bytes: storedBytes,
          results_bytes: await status.resultBytes(),
          free_bytes: diskSpace.freeBytes(),
        },
        settings: [...config.settings],
      }
    },
  }
  return { routes: { admin } }
})
