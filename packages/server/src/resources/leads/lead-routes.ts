import { shortenedEmail } from '../../accounts/email-address.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import { ServiceError } from '../../base/service-error.ts'
import { handoutName, type SignedLinks } from '../../blobs/signed-links.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import { GUIDE, type Handouts } from '../../leads/handouts.ts'
import { handoutReply, requireHandout } from './handout-replies.ts'
import { checkForm, requireText } from './lead-forms.ts'
import { confirmationPage, confirmedPage, refusedPage } from './lead-pages.ts'
import type { LeadService } from './lead-service.ts'

interface Dependencies {
  readonly leads: LeadService
  readonly handouts: Handouts
  readonly links: SignedLinks
}

export function leadRoutes({ leads, handouts, links }: Dependencies): Routes<'leads'> {
  return {
    newsletter: async ({ body }) => {
      await leads.receive(checkForm('newsletter', body, ''))
      return received('Thank you. Please confirm the subscription with the link that we have sent to your address.')
    },

    contact: async ({ body }) => {
      requireText('name', body.name)
      requireText('message', body.message)
      await leads.receive(checkForm('contact', body))
      return received('Thank you. We will write to you.')
    },

    auditRequest: async ({ body }) => {
      requireText('business_name', body.business_name)
      await leads.receive(checkForm('audit-request', body))
      return received('Thank you. We will look at your photos and write to you.')
    },

    resourceDownload: async ({ body }) => {
      const handout = await requireHandout(handouts, body.resource, body.locale ?? '')
      await leads.receive(checkForm('resource-download', body, handout.id), handout)
      return { ...received('Thank you. The link is on its way to your address.'), download_url: null }
    },

    guideDownload: async ({ body }) => {
      const handout = await requireHandout(handouts, GUIDE, body.locale ?? '')
      await leads.receive(checkForm('guide-download', body, ''), handout)
      return { ...received('Thank you. The link to the guide is on its way to your address.'), download_url: null }
    },

    confirmPage: async ({ query: { token } }) =>
      new SpecialReply({ kind: 'page', page: confirmationPage(await leads.preview(token), token) }),

    confirm: async ({ body: { token }, request }) => {
      try {
        const { status, email } = await leads.confirm(token)
        if (prefersPage(request)) return new SpecialReply({ kind: 'page', page: confirmedPage(email) })
        return { status, email: shortenedEmail(email) }
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'token_invalid' || !prefersPage(request)) throw error
        return new SpecialReply({ kind: 'page', page: refusedPage(await leads.preview(token)) })
      }
    },

    resource: async ({ path: { resource: id }, query: { locale, exp, sig } }) => {
      if (!links.verify(handoutName(id, locale), exp, sig)) {
        const message = 'This link is invalid or has expired. Request the resource again to get a new link.'
        throw new ServiceError('link_expired', message)
      }
      return handoutReply(await requireHandout(handouts, id, locale))
    },
  }
}

const received = (message: string) => ({ status: 'received' as const, message })
