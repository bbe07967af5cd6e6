import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { checkConfig } from '../../../src/base/config/server-config.ts'
import { randomIds } from '../../../src/base/random-ids.ts'
import { noMeasures } from '../../../src/base/running/measures.ts'
import { createSecretCipher } from '../../../src/base/secrets/secret-cipher.ts'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { smtpMail } from '../../../src/mail/adapters/smtp-mail.ts'
import { createLetterContents } from '../../../src/mail/letter-contents.ts'
import { createLetterLimits } from '../../../src/mail/letter-limits.ts'
import { type Addressee, createLetters } from '../../../src/mail/letters.ts'
import type { Mail } from '../../../src/mail/mail-port.ts'
import type { PrepareLetter } from '../../../src/mail/sending/letter-attempt.ts'
import { createLetterSender, type LetterSender } from '../../../src/mail/sending/letter-sender.ts'
import type { LetterContent } from '../../../src/mail/templates/letter-kinds.ts'
import { inProcessQueue } from '../../../src/queue/in-process-queue.ts'
import { openTestDatabase } from '../test-database.ts'

const START = Date.parse('2026-11-21T09:00:00.000Z')

export const FROM = { name: 'Platelight', address: 'no-reply@kitchen.example' }

/** Mail through an SMTP server on this machine. */
export const localMail = (port: number, options: Partial<Parameters<typeof smtpMail>[0]> = {}): Mail =>
  smtpMail({
    server: { host: '127.0.0.1', port, tls: 'never' },
    from: FROM,
    dkim: undefined,
    timeoutMs: 60_000,
    ...options,
  })

/** Writes and sends letters without a server: real tables, and a clock that the test sets. */
export async function letterFixture() {
  let time = START
  const clock = { now: () => new Date(time) }
  const database = await openTestDatabase()
  const { db } = database
  const queue = inProcessQueue({ isSettled: async () => true })
  const contents = createLetterContents(createSecretCipher(randomBytes(32)))
  const limits = createLetterLimits({ clock, key: randomBytes(32) })
  const letters = createLetters({ ids: randomIds(clock.now), clock, contents, limits, queue })
  const log: { msg: string; level: number; reason?: string }[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(JSON.parse(line)) })
  const senders: LetterSender[] = []

  return {
    db,
    clock,
    letters,
    log,
    goTo(msFromStart: number): void {
      time = START + msFromStart
    },
    /** Writes a letter to an address without an account. */
    write: (
      to: string,
      content: LetterContent = { kind: 'password-changed', values: {} },
      addressee: Partial<Addressee> = {},
    ) => inTransaction(db, (tx) => letters.write(tx, { to, locale: 'en', accountId: null, ...addressee }, content)),
    row: (to: string) =>
      db.selectFrom('letters').selectAll().where('recipient', '=', to).orderBy('id', 'desc').executeTakeFirst(),
    /** A sender that sends only when it is told to. */
    sender(mail: Mail, options: { owner?: string; prepare?: PrepareLetter } = {}): LetterSender {
      const { owner = 'one', prepare } = options
      const sender = createLetterSender({
        measures: noMeasures,
        database,
        queue,
        mail,
        contents,
        limits,
        kept: checkConfig({}).config.retention.letters,
        clock,
        logger,
        owner,
        unsubscribeUrl: (address) => `https://kitchen.example/api/unsubscribe?token=for-${address}`,
        prepare: prepare ? { 'password-reset': prepare } : {},
      })
      senders.push(sender)
      return sender
    },
    async close(): Promise<void> {
      for (const sender of senders) await sender.stop(0)
      await database.close()
    },
  }
}
