import type { EmailMessage } from '../mail-port.ts'

/** The sender of all messages. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/**
 * The sender if none is set: no-reply at the host of the service. A service that is known only by its IP address sends as
 * localhost.
 */
export function defaultSender(publicUrl: string): Sender {
  const { hostname } = new URL(publicUrl)
  const host = /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
  return { name: 'Platelight', address: `no-reply@${host}` }
}

/**
 * A message as nodemailer takes it.
 *
 * @throws Error when a header would contain a line break, or when the address could be read as several. Stored addresses have
 *   been checked (`accounts/email-address.ts`), so this is a second lock.
 */
export function messageSource(message: EmailMessage, from: Sender) {
  const { id, to, replyTo, subject, text, html, date, unsubscribeUrl } = message
  for (const header of [to, replyTo ?? '', subject, from.name, from.address, unsubscribeUrl ?? '']) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header)) throw new Error('a header of the message contains a control character')
  }
  // nodemailer takes the address apart for the envelope, also when it is given as an object.
  for (const address of replyTo === undefined ? [to] : [to, replyTo]) {
    if (!/^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/u.test(address))
      throw new Error('the address of the message is not one address')
  }
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    date,
    // The same for every attempt, so that mail servers and programs recognise a letter that comes twice.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
