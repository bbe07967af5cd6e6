import type { Logger } from 'pino'
import { deriveKey } from '../../base/secrets/derive-key.ts'
import { createSecretCipher } from '../../base/secrets/secret-cipher.ts'
import { createLetterContents } from '../../mail/letter-contents.ts'
import { createLetters } from '../../mail/letters.ts'
import type { AttemptOptions } from '../../mail/sending/letter-attempt.ts'
import { createLetterSender } from '../../mail/sending/letter-sender.ts'
import { letterRepository } from '../../mail/store/letter-repository.ts'
import { unsubscribeLinks } from '../../mail/unsubscribe-tokens.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { chooseMail } from '../adapters.ts'
import type { Core } from '../open-core.ts'

/** Letters: writing them, sending them, and ending those that are marketing. */
export async function composeMail(core: Core, deps: { queue: Queue; logger: Logger; owner: string }) {
  const { config, clock, ids, database, secrets, address } = core
  const { queue, logger, owner } = deps
  const { publicUrl } = address
  const mail = await chooseMail(config, { publicUrl, logger })
  const contents = createLetterContents(createSecretCipher(deriveKey(secrets.links, 'letters')))
  const { tokens: unsubscribeTokens, url: unsubscribeUrl } = unsubscribeLinks(secrets.links, publicUrl)
  return {
    letters: createLetters({ ids, clock, contents, queue }),
    unsubscribeTokens,
    /** Removes the letters of an account that is deleted, and their files in the outbox. */
    eraseLetters: async ({ id, email, before }: { id: string; email: string; before: string }): Promise<void> =>
      mail.remove(await letterRepository(database.db).removeOf({ accountId: id, address: email, before })),
    /** @param prepare Of the kinds of letters that are requested. */
    createSender: (prepare: AttemptOptions['prepare']) =>
      createLetterSender({ database, queue, mail, contents, unsubscribeUrl, prepare, clock, logger, owner }),
  }
}
