import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { shortenedEmail } from '../../accounts/email-address.ts'
import { part } from '../../base/compose.ts'
import { type Config, ConfigError } from '../../base/config/server-config.ts'
import { type HtmlValue, html } from '../../base/html/html-template.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { serverFolder } from '../../base/server-folder.ts'
import { ServiceError } from '../../base/service-error.ts'
import { handoutName, type SignedLinks } from '../../blobs/signed-links.ts'
import type { PageReply } from '../../contract/index.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { createHandouts, GUIDE, type Handout, type Handouts, openHandout } from '../../leads/handouts.ts'
import type { Letters } from '../../mail/letters.ts'
import { checkForm, requireText } from './lead-forms.ts'
import type { ConfirmationState } from './lead-service.ts'
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

/** The page behind the link of a letter: a button while the subscription is not confirmed, otherwise the state of the link. */
function confirmationPage(link: ConfirmationState, token: string): PageReply {
  if (link.state === 'confirmed') return confirmedPage(link.email)
  if (link.state !== 'open') return refusedPage(link)
  const wanted = link.offers ? 'the newsletter and offers' : 'the newsletter'
  return webPage({
    title: 'Confirm your subscription',
    hasForm: true,
    content: html`<p class="lead">Send ${wanted} to <strong>${link.email}</strong>?</p>
<form method="post" action="/api/leads/confirm">
<input type="hidden" name="token" value="${token}">
<p><button type="submit">Confirm the subscription</button></p>
</form>
<p class="quiet"><small>Was it not you? Close this page: without your confirmation nothing is sent. Every e-mail has a link to
unsubscribe.</small></p>`,
  })
}

/** The page after the button. */
const confirmedPage = (email: string): PageReply =>
  page(200, 'Your subscription is confirmed', [
    html`<strong>${email}</strong> is subscribed. Every e-mail has a link to unsubscribe. You can close this page.`,
  ])

/** The page about a link that does not work, and how to get one that does. */
const refusedPage = ({ state }: ConfirmationState): PageReply =>
  state === 'expired'
    ? page(400, 'This link has expired', ['Links work for seven days, and this one is older.', AGAIN])
    : page(400, 'This link does not work', [
        'It is incomplete, a newer link replaced it, or the address has unsubscribed since.',
        AGAIN,
      ])

const AGAIN = 'To subscribe, fill in the form on the website again.'

const page = (status: number, title: string, lines: readonly HtmlValue[]): PageReply =>
  webPage({ status, title, content: html`${lines.map((line) => html`<p>${line}</p>`)}` })

/** A link is for one person, and its file may get a new version. */
const CACHE = 'private, no-cache'
/** The only style that a page may have. */
const STYLE = /<style>(.*?)<\/style>/is
const MAX_NAMED = 20

/** @throws ServiceError `not_found` (404) with the ids of handouts that exist. */
async function requireHandout(handouts: Handouts, id: string, locale: string): Promise<Handout> {
  const found = await handouts.find(id, locale)
  if (found) return found
  const ids = [...new Set((await handouts.list()).map((one) => one.id))]
  const some = ids.slice(0, MAX_NAMED).join(', ')
  const hint = ids.length > 0 ? `There are: ${some}.` : 'This server offers none.'
  throw new ServiceError('not_found', `There is no such resource. ${hint}`)
}

/** A handout as a reply: HTML as a page that runs no scripts and loads nothing, any other file as an attachment. */
async function handoutReply(handout: Handout): Promise<SpecialReply> {
  const { name, path, mime, bytes: sizeBytes, changedMs } = handout
  if (mime === 'text/html') {
    const html = await readFile(path, 'utf8')
    return new SpecialReply({ kind: 'page', page: { status: 200, html, style: STYLE.exec(html)?.[1] ?? '' } })
  }
  const etag = `"${Math.floor(changedMs).toString(36)}-${sizeBytes.toString(36)}"`
  const open = (range?: { start: number; end: number }) => openHandout(handout, range)
  return new SpecialReply({
    kind: 'file',
    file: { sizeBytes, mime, etag, cacheControl: CACHE, attachment: name, open },
  })
}
