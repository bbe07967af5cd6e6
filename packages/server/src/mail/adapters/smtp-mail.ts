import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../base/config/mail-settings.ts'
import { SECOND_MS } from '../../base/durations.ts'
import type { Mail, SendResult } from '../mail-port.ts'
import { messageSource, type Sender } from './message-source.ts'

/** A server that does not react within this time is tried again later. The sender also limits the whole attempt. */
const TIMEOUT_MS = 20 * SECOND_MS
const LONGEST_REASON = 300

/** All headers of a letter. Mail programs use a link to unsubscribe only when both of its headers are signed (RFC 8058). */
const SIGNED_HEADERS =
  'From:To:Reply-To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/** An RSA key that signs messages. */
export interface DkimKey {
  readonly domainName: string
  readonly keySelector: string
  readonly privateKey: string
}

/**
 * Mail through the operator's SMTP server. Each message has a connection of its own, to that server and to no other.
 *
 * @param options.ca Certificates to trust instead of the usual ones, as PEM.
 * @param options.timeoutMs The limit of the look-up, of the connection, and of each pause of the server.
 * @example smtpMail({ server: { host: 'smtp.example.com', port: 587, tls: 'starttls' }, from, dkim: undefined })
 */
export function smtpMail(options: {
  server: MailSettings['server']
  from: Sender
  dkim: DkimKey | undefined
  ca?: string
  timeoutMs?: number
}): Mail {
  const { server, from, dkim, ca, timeoutMs = TIMEOUT_MS } = options
  const { host, port, tls, user, password } = server
  const transport = createTransport({
    host,
    port,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: SECOND_MS,
    secure: tls === 'always',
    // A server that cannot encrypt, or whose certificate is wrong, gets nothing: letters contain links that open accounts.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'never',
    ...(ca !== undefined && { tls: { ca } }),
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(message, signal) {
      let source: ReturnType<typeof messageSource>
      try {
        source = messageSource(message, from)
      } catch (error) {
        return { outcome: 'message_refused', reason: (error as Error).message }
      }
      try {
        await transport.sendMail({ ...source, envelope: { from: from.address, to: [message.to] }, signal })
        return { outcome: 'sent' }
      } catch (error) {
        signal.throwIfAborted()
        return resultOf(error as SmtpError, message.to)
      }
    },
    check: async () => void (await transport.verify()),
    // A message that was handed over is not ours to delete.
    remove: async () => {},
    expire: async () => {},
  }
}

/** The parts of an error of nodemailer that say whose fault it is. */
interface SmtpError extends Error {
  readonly code?: string
  /** The command that was refused, or `API` before anything was sent. */
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** A policy of the server, such as against relaying (RFC 3463). It is mostly a fault of our settings, which gets repaired. */
const POLICY = /^5\d\d[ -]5\.7\.\d/

function resultOf(error: SmtpError, to: string): SendResult {
  const { command, responseCode = 0, response = '' } = error
  const reason = (response || error.message)
    .replaceAll(to, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, LONGEST_REASON)
  const isForGood = responseCode >= 500 && responseCode < 600 && !POLICY.test(response)
  if (isForGood && command === 'RCPT TO') return { outcome: 'address_refused', reason }
  if (isForGood && command === 'DATA') return { outcome: 'message_refused', reason }
  return { outcome: 'failed', reason }
}
