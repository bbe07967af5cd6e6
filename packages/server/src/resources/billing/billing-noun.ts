import { accountRepository } from '../../accounts/account-repository.ts'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Payments } from '../../purchases/payments.ts'
import { closedPortalPage, portalPage } from './portal-page.ts'
import { createPortalSessions } from './portal-sessions.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly payments: Pick<Payments, 'catalogue'>
  readonly accountCredits: AccountCredits
}

/** The billing portal: the one of the payment provider if the operator has set it, or else a page of this server. */
export const billingNoun = part((needs: Needs) => {
  const { config, db, publicUrl, accountCredits, payments } = needs
  const sessions = createPortalSessions(needs)
  const address = async (accountId: string, returnUrl?: string): Promise<string> => {
    const own = await sessions.open(accountId, returnUrl)
    return config.sales.portalUrl ?? own
  }

  const billing: Routes<'billing'> = {
    createPortalSession: async ({ user, body }) => ({ url: await address(user.account.id, body?.return_url) }),

    portal: async ({ user }) => new SpecialReply({ kind: 'redirect', location: await address(user.account.id) }),

    portalPage: async ({ query }) => {
      const session = await sessions.take(query.session)
      const account = session && (await accountRepository(db).byId(session.accountId))
      if (!account) return new SpecialReply({ kind: 'page', page: closedPortalPage() })
      const page = portalPage({
        email: account.email,
        summary: await accountCredits.summary(account),
        products: payments.catalogue.products,
        elsewhere: config.sales.upgradeUrl,
        returnUrl: session.returnUrl ?? `${publicUrl()}/dashboard`,
      })
      return new SpecialReply({ kind: 'page', page })
    },
  }
  return {
    routes: { billing },
    owns: ownedTables({ portal_sessions: { key: 'hash', file: null } }),
    timetable: [
      {
        name: 'expire-portal-sessions',
        every: 'hour',
        work: sessions.expire,
        failure: 'old addresses of the billing portal were not removed',
      },
    ],
  }
})
