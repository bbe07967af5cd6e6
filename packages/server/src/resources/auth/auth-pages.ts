import { type HtmlValue, html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import { dayWords } from '../../base/text/moment-words.ts'
import type { PageReply } from '../../contract/index.ts'
import type { LinkState, Verified } from './address-verification.ts'

const SIGN_IN = html`<a href="/dashboard">Sign in</a>`

/** The page behind the link of an e-mail: a button while the address is not verified, otherwise the state of the link. */
export function linkPage(
  link: LinkState,
  { token, source, leadsTo }: { token: string; source: string; leadsTo: string | undefined },
): PageReply {
  if (link.state === 'already_verified') return confirmedBefore(link.email)
  if (link.state !== 'open') return refusedPage(link)
  return webPage({
    title: 'Confirm your address',
    hasForm: true,
    formLeadsTo: leadsTo,
    content: html`<p class="lead">A Platelight account was created with <strong>${link.email}</strong> on ${dayWords(link.signedUpAt)}.</p>
<form method="post" action="/api/auth/verify-email">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="source" value="${source}">
<p><button type="submit">Confirm this address</button></p>
</form>
<div class="note"><p><strong>Was it not you?</strong> Then do not confirm: the person who created the account chose its password and
could use it. Close this page. An unconfirmed account can do very little. To make the account your own, <a href="/auth/forgot-password">request a new password</a> instead.</p></div>
<p class="quiet"><small>Confirming signs out every session that was opened before, so log in again afterwards.</small></p>`,
  })
}

/** The page after the button, or after an app verified the address. */
export function verifiedPage({ status, email, credits }: Verified): PageReply {
  if (status === 'already_verified') return confirmedBefore(email)
  return page(200, 'Your address is confirmed', [
    html`<strong>${email}</strong> is the address of your account.`,
    credits > 0 && `${credits} ${credits === 1 ? 'credit was' : 'credits were'} added to it.`,
    'Sessions, keys and uploads from before the confirmation have been removed, because they could have been somebody else’s.',
    SIGN_IN,
  ])
}

const confirmedBefore = (email: string): PageReply =>
  page(200, 'Your address is already confirmed', [
    html`<strong>${email}</strong> is the address of your account, and there is nothing left to do. You can close this page.`,
    SIGN_IN,
  ])

const TITLES = {
  expired: 'This link has expired',
  used: 'This link was used before',
  unknown: 'This link does not work',
} as const
const REASONS = {
  expired: 'Links work for 24 hours, and this one is older.',
  used: 'Links work once.',
  unknown: 'It is incomplete, or a newer link replaced it. The newest e-mail has the link that works.',
} as const

/** The page about a link that does not work, and how to get one that does. */
export function refusedPage({ state }: LinkState): PageReply {
  const why = state === 'expired' || state === 'used' ? state : 'unknown'
  return page(400, TITLES[why], [
    REASONS[why],
    html`${SIGN_IN} and request a new link. Or <a href="/auth/forgot-password">request a new password</a>: choosing one also
confirms the address.`,
  ])
}

const page = (status: number, title: string, lines: readonly HtmlValue[]): PageReply =>
  webPage({ status, title, content: html`${lines.map((line) => line && html`<p>${line}</p>`)}` })
