import { shortenedEmail } from '../../accounts/email-address.ts'
import { part } from '../../base/compose.ts'
import { html } from '../../base/html/html-template.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { UnsubscribeTokens } from '../../mail/unsubscribe-tokens.ts'
import { createEmailService, type ShownPreferences } from './email-service.ts'

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly unsubscribeTokens: UnsubscribeTokens
}

/** Which letters a person gets. */
export const emailNoun = part(({ db, clock, unsubscribeTokens: tokens }: Needs) => {
  const service = createEmailService({ db, clock, tokens })

  const unsubscribe = async (token: string) => ({
    status: 'unsubscribed' as const,
    email: shortenedEmail(await service.unsubscribe(token)),
  })

  const email: Routes<'email'> = {
    unsubscribe: async ({ query, request }) => {
      if (!prefersPage(request)) return unsubscribe(query.token)
      try {
        const { email: address } = await unsubscribe(query.token)
        return page(200, 'You are unsubscribed', `${address} receives no more marketing e-mail from this service.`)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'token_invalid') throw error
        return page(400, 'This link does not work', error.message)
      }
    },

    checkUnsubscribe: async ({ query }) => {
      service.check(query.token)
      return new SpecialReply({ kind: 'nothing' })
    },

    oneClickUnsubscribe: ({ query }) => unsubscribe(query.token),

    preferences: async ({ user }) => shown(await service.preferences(user.account)),
    updatePreferences: async ({ user, body }) => shown(await service.update(user.account, body)),
  }
  return {
    routes: { email },
    owns: ownedTables({ email_preferences: { key: 'account_id', file: 'email-preferences' } }),
  }
})

const page = (status: number, title: string, line: string): SpecialReply =>
  new SpecialReply({ kind: 'page', page: webPage({ status, title, content: html`<p>${line}</p>` }) })

const shown = ({ email, preferences, unsubscribedAt, updatedAt }: ShownPreferences) => ({
  email,
  ...preferences,
  unsubscribed_at: unsubscribedAt,
  updated_at: updatedAt,
})
