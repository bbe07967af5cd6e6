import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmailMessage, Mail } from './mail-port.ts'

/** By then the reply has been sent, so its time does not reveal whether there is a message to write. */
const AFTER_MS = 50

export type BackgroundMail = ReturnType<typeof createBackgroundMail>

/**
 * Sends messages in the background, one after the other. The reply to the caller neither waits for a message nor reveals
 * whether there is one. Problems of the mail server are logged and fail no request.
 */
export function createBackgroundMail({ mail, logger }: { mail: Mail; logger: Logger }) {
  let last: Promise<void> = Promise.resolve()

  return {
    /** @param write Returns the message, or undefined when none should be sent. */
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

    /** Resolves when every message so far has been sent or has failed. */
    async settle(): Promise<void> {
      for (let known: Promise<void> | undefined; known !== last; ) {
        known = last
        await known
      }
    },
  }
}
