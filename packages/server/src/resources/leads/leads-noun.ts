import { join } from 'node:path'
import type { Logger } from 'pino'
import { shortenedEmail } from '../../accounts/email-address.ts'
import { part } from '../../base/compose.ts'
import { type Config, ConfigError } from '../../base/config/server-config.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { serverFolder } from '../../base/server-folder.ts'
import { ServiceError } from '../../base/service-error.ts'
import { handoutName, type SignedLinks } from '../../blobs/signed-links.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { createHandouts, GUIDE, type Handouts } from '../../leads/handouts.ts'
import type { Letters } from '../../mail/letters.ts'
import { handoutReply, requireHandout } from './handout-replies.ts'
import { checkForm, requireText } from './lead-forms.ts'
import { confirmationPage, confirmedPage, refusedPage } from './lead-pages.ts'
import { createLeadService } from './lead-service.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly letters: Letters
  readonly links: SignedLinks
  readonly publicUrl: () => string
  readonly logger: Logger
}

/** Forms of the website, and the files that they send. */
export const leadsNoun = part(async (needs: Needs) => {
  const { config, links, logger } = needs
  const { contactAddress, resourcesFolder, role } = config
  const handouts = createHandouts(resourcesFolder ?? join(serverFolder(), 'handouts'))
  if (resourcesFolder !== undefined) await checkFolder(handouts, logger)
  if (contactAddress === undefined && role !== 'worker')
    logger.info(
      'PLATELIGHT_CONTACT_ADDRESS is not set: messages of the contact and audit forms are only stored; platelight-server leads list shows them',
    )
  const leads = createLeadService({ ...needs, contactAddress })

  const routes: Routes<'leads'> = {
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

  return {
    provides: { leads },
    routes: { leads: routes },
    prepares: { 'lead-confirmation': leads.prepareConfirmation },
    timetable: [{ name: 'expire-leads', every: 'hour', work: leads.expire, failure: 'old forms were not removed' }],
  }
})

const received = (message: string) => ({ status: 'received' as const, message })

/** @throws ConfigError when the folder of the settings cannot be read. */
async function checkFolder(handouts: Handouts, logger: Logger): Promise<void> {
  const { folder } = handouts
  const found = await handouts.list().catch((error: Error) => {
    throw new ConfigError([`PLATELIGHT_RESOURCES (${folder}) is not a folder that can be read: ${error.message}`])
  })
  const resources = [...new Set(found.map(({ id }) => id))]
  logger.info({ folder, resources }, 'these resources can be requested in the forms of the website')
  if (!resources.includes(GUIDE))
    logger.warn({ folder }, 'the folder of resources has no guide, such as guide.pdf: requests for it get 404')
}
