import type { PageReply } from '../../contract/index.ts'
import { html } from '../../html.ts'
import { webPage } from '../../web-page.ts'
import type { Verified } from './verification.ts'

/** What a person sees who opened a verification link. */
export const verifiedPage = ({ status, email, credits }: Verified): PageReply =>
  page(200, status === 'verified' ? 'Your address is confirmed' : 'Your address was confirmed before', [
    `${email} is the address of your account.`,
    ...(credits > 0 ? [`${credits} credits were added to it, to begin with.`] : []),
    'You can close this page.',
  ])

/** The same when the link does not work. */
export const refusedPage = (message: string): PageReply =>
  page(400, 'This link does not work', [message, 'Links work once, for 24 hours. Log in to ask for a fresh one.'])

const page = (status: number, title: string, lines: readonly string[]): PageReply =>
  webPage({ status, title, content: html`${lines.map((line) => html`<p>${line}</p>`)}` })
