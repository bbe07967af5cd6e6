import { type HtmlValue, html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { PageReply } from '../../contract/index.ts'
import type { ConfirmationState } from './lead-service.ts'

/** The page behind the link of a letter: a button while the subscription is not confirmed, otherwise the state of the link. */
export function confirmationPage(link: ConfirmationState, token: string): PageReply {
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
export const confirmedPage = (email: string): PageReply =>
  page(200, 'Your subscription is confirmed', [
    html`<strong>${email}</strong> is subscribed. Every e-mail has a link to unsubscribe. You can close this page.`,
  ])

/** The page about a link that does not work, and how to get one that does. */
export const refusedPage = ({ state }: ConfirmationState): PageReply =>
  state === 'expired'
    ? page(400, 'This link has expired', ['Links work for seven days, and this one is older.', AGAIN])
    : page(400, 'This link does not work', [
        'It is incomplete, a newer link replaced it, or the address has unsubscribed since.',
        AGAIN,
      ])

const AGAIN = 'To subscribe, fill in the form on the website again.'

const page = (status: number, title: string, lines: readonly HtmlValue[]): PageReply =>
  webPage({ status, title, content: html`${lines.map((line) => html`<p>${line}</p>`)}` })
