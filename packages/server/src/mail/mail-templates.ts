import { escapeHtml } from '../base/html/html-template.ts'
import type { EmailMessage } from './mail-port.ts'

// A message never quotes what somebody typed into a form. Anybody can sign up with another person's address, and could
// send that person any text.

interface Parts {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly lines: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly code?: string
  readonly ending: string
}

/** The link that verifies an address, valid for 24 hours. */
export const verificationEmail = (to: string, link: string): EmailMessage =>
  compose({
    kind: 'verification',
    to,
    subject: 'Confirm your e-mail address',
    lines: [
      'Somebody, most likely you, created a Platelight account with this address. If it was you, confirm the address on this page:',
    ],
    button: { label: 'Confirm this address', link },
    ending: 'The link works once, for 24 hours. If you did not sign up, do nothing: the account stays unconfirmed.',
  })

/** For a sign-up with an address that already has an account. */
export const knownAddressEmail = (to: string, serviceUrl: string): EmailMessage =>
  compose({
    kind: 'known-address',
    to,
    subject: 'You have an account already',
    lines: [
      'Somebody, most likely you, tried to create a Platelight account with this address. The address already has an account, and nothing was changed.',
      'Log in with the password you chose then. If you have forgotten it, request a new one. Choosing a new password also confirms the address.',
      `The service: ${serviceUrl}`,
    ],
    ending: 'If it was not you, do nothing.',
  })

/** A password reset, valid for an hour: a link to the operator's page if there is one, otherwise the token to copy. */
export const passwordResetEmail = (
  to: string,
  { token, page }: { token: string; page: string | undefined },
): EmailMessage =>
  compose({
    kind: 'password-reset',
    to,
    subject: 'Choose a new password',
    lines: [
      'Somebody, most likely you, requested a new password for the Platelight account with this address.',
      ...(page === undefined ? ['Enter this code where you requested the password:'] : []),
    ],
    ...(page === undefined
      ? { code: token }
      : { button: { label: 'Choose a new password', link: withToken(page, token) } }),
    ending: `The ${page === undefined ? 'code' : 'link'} works once, for an hour. If it was not you, do nothing: your password stays as it is.`,
  })

/** Sent after the change, so that the owner learns of a change that somebody else made. */
export const passwordChangedEmail = (to: string): EmailMessage =>
  compose({
    kind: 'password-changed',
    to,
    subject: 'Your password was changed',
    lines: ['The password of your Platelight account was changed, and every session was signed out.'],
    ending: 'If it was not you, request a new password at once. Only a person who reads this mailbox can do that.',
  })

/** Sent after three days without a success. The endpoint is named by its id, because its address was typed by somebody. */
export const endpointDisabledEmail = (
  to: string,
  { endpointId, serviceUrl }: { endpointId: string; serviceUrl: string },
): EmailMessage =>
  compose({
    kind: 'webhook-disabled',
    to,
    subject: 'A webhook endpoint was disabled',
    lines: [
      `The webhook endpoint ${endpointId} of your Platelight account has accepted no event for three days, so nothing is sent to it any more.`,
      'Its deliveries show the result of each attempt. When the receiver works again, enable the endpoint and redeliver the events that it missed.',
      `The service: ${serviceUrl}`,
    ],
    ending: 'Your other endpoints are not affected.',
  })

function withToken(page: string, token: string): string {
  const url = new URL(page)
  url.searchParams.set('token', token)
  return url.href
}

function compose({ kind, to, subject, lines, button, code, ending }: Parts): EmailMessage {
  const text = [...lines, ...(button ? [button.link] : []), ...(code ? [code] : []), ending].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const link = button && escapeHtml(button.link)
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;color:#222;max-width:34em;margin:2em auto;padding:0 1em">',
    ...paragraphs,
    ...(button
      ? [`<p><a href="${link}">${escapeHtml(button.label)}</a></p><p>Or copy this address:<br>${link}</p>`]
      : []),
    ...(code ? [`<p><code>${escapeHtml(code)}</code></p>`] : []),
    `<p>${escapeHtml(ending)}</p>`,
    '</body></html>',
  ].join('\n')
  return { kind, to, subject, text: `${text}\n`, html }
}
