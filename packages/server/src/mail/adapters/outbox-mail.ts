import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from '../mail-port.ts'
import { messageSource, type Sender } from './message-source.ts'

/** Files of this adapter, complete or not. Others are not ours to delete. */
const OURS = /^\.?mail_\w+(-[a-z-]+\.eml|\.tmp)$/

/**
 * Mail for a machine without a mail server: each message becomes a file `<id>-<kind>.eml` that any mail program opens. The
 * files contain links that open accounts, so only their owner may read them. A message that is written twice is one file.
 */
export function outboxMail({ folder, sender }: { folder: string; sender: () => Sender }): Mail {
  const names = () => readdir(folder).catch(() => [])

  return {
    async send(message) {
      const eml = await new MailComposer(messageSource(message, sender())).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A program that watches the folder finds a message complete or not at all.
      const unfinished = join(folder, `.${message.id}.tmp`)
      await writeFile(unfinished, eml, { mode: 0o600, flush: true })
      await rename(unfinished, join(folder, `${message.id}-${message.kind}.eml`))
      return { outcome: 'sent' }
    },

    check: async () => {},

    async remove(messageIds) {
      const gone = new Set(messageIds)
      for (const name of await names()) {
        if (gone.has(name.split(/[-.]/).find(Boolean) ?? '')) await rm(join(folder, name), { force: true })
      }
    },

    async expire(before) {
      for (const name of await names()) {
        const written = await stat(join(folder, name)).catch(() => undefined)
        if (written && written.mtime < before && OURS.test(name)) await rm(join(folder, name), { force: true })
      }
    },
  }
}
