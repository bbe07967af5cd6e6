import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmailMessage, Mail } from './mail-port.ts'

/** By then the answer is out, so that whether there is a message to write cannot be heard in its time. */
const AFTER_MS = 50

export type BackgroundMail = ReturnType<typeof createBackgroundMail>

/**
 * Sends messages behind the caller's back, one after the other. The answer neither waits for a message nor tells whether
 * there was one, and a mail server that is down is the operator's trouble, not the caller's.
 */
export function createBackgroundMail({ mail, logger }: { mail: Mail; logger: Logger }) {
  let last: Promise<void> = Promise.resolve()

  return {
    /** @param write Makes the message, or decides that none is due. */
    send(write: () => Promise<EmailMessage | undefined>): void {
      const answered = sleep(AFTER_MS)
      last = last.then(async () => {
        try {
          await answered
          const message = await write()
          if (message) await mail.send(message)
        } catch (error) {
          logger.error({ err: error }, 'a message was not sent')
        }
      })
    },

    /** Resolves when everything given so far is sent or has failed. */
    async settle(): Promise<void> {
      for (let known: Promise<void> | undefined; known !== last; ) {
        known = last
        await known
      }
    },
  }
}
