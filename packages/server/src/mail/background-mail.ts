import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmailMessage, Mail } from './mail-port.ts'

/** The answer is sent by then, so its time does not reveal whether there is a message to write. */
const AFTER_MS = 50

export type BackgroundMail = ReturnType<typeof createBackgroundMail>

/**
 * Sends messages in the background, one after the other. The answer to the caller neither waits for a message nor reveals
 * whether there was one. A mail server that is down is logged and fails no request.
 */
export function createBackgroundMail({ mail, logger }: { mail: Mail; logger: Logger }) {
  let last: Promise<void> = Promise.resolve()

  return {
    /** @param write Returns the message, or undefined where none is to be sent. */
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

    /** Resolves when every message up to now is sent or has failed. */
    async settle(): Promise<void> {
      for (let known: Promise<void> | undefined; known !== last; ) {
        known = last
        await known
      }
    },
  }
}
