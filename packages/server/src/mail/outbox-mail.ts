import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { EmailMessage, Mail } from './mail-port.ts'

/**
 * Mail for a machine without a mail server: each message becomes a file `<id>-<kind>.eml` that any mail program opens. The
 * files contain links that open accounts, so only their owner may read them.
 */
export function outboxMail(options: {
  folder: string
  /** Address of the service, whose host is the sender of the messages. */
  publicUrl: () => string
  ids: Ids
  clock: Clock
}): Mail {
  const { folder, publicUrl, ids, clock } = options
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = ids.next('mail')
      const eml = await compose(message, { id, host: mailHost(publicUrl()), date: clock.now() })
      // A program that watches the folder finds a message complete or not at all.
      const unfinished = join(folder, `.${id}.tmp`)
      await writeFile(unfinished, eml, { mode: 0o600, flag: 'wx' })
      await rename(unfinished, join(folder, `${id}-${message.kind}.eml`))
    },
  }
}

const compose = (
  message: EmailMessage,
  { id, host, date }: { id: string; host: string; date: Date },
): Promise<Buffer> =>
  new MailComposer({
    from: { name: 'Platelight', address: `no-reply@${host}` },
    // As an object it is a single address, whatever characters it contains.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    date,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()

/** The sender needs a host name; a server known only by its IP address sends as localhost. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}
