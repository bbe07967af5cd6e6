import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Measures } from '../base/running/measures.ts'
import { deriveKey } from '../base/secrets/derive-key.ts'
import { createSecretCipher } from '../base/secrets/secret-cipher.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { ownedTables } from '../database/owned-tables.ts'
import type { Queue } from '../queue/queue-port.ts'
import { createLetterContents, type LetterContents } from './letter-contents.ts'
import { createLetterLimits, type LetterLimits } from './letter-limits.ts'
import { createLetters } from './letters.ts'
import type { Mail } from './mail-port.ts'
import type { PrepareLetter } from './sending/letter-attempt.ts'
import { createLetterSender } from './sending/letter-sender.ts'
import { letterRepository } from './store/letter-repository.ts'
import type { RequestedKind } from './templates/letter-kinds.ts'
import { unsubscribeLinks } from './unsubscribe-tokens.ts'

interface WritingNeeds {
  readonly ids: Ids
  readonly clock: Clock
  readonly queue: Queue
  readonly secrets: { readonly links: Uint8Array }
  readonly publicUrl: () => string
}

/** Writing letters, and ending those that are marketing. */
export const lettersPart = part(({ ids, clock, queue, secrets, publicUrl }: WritingNeeds) => {
  const letterContents = createLetterContents(createSecretCipher(deriveKey(secrets.links, 'letters')))
  const { tokens: unsubscribeTokens, url: unsubscribeUrl } = unsubscribeLinks(secrets.links, publicUrl)
  const letterLimits = createLetterLimits({ clock, key: deriveKey(secrets.links, 'letter counts') })
  const letters = createLetters({ ids, clock, contents: letterContents, limits: letterLimits, queue })
  return { provides: { letters, letterContents, letterLimits, unsubscribeTokens, unsubscribeUrl } }
})

interface SendingNeeds {
  readonly config: Config
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly logger: Logger
  readonly measures: Measures
  readonly owner: string
  readonly isCopy: boolean
  readonly queue: Queue
  readonly mail: Mail
  readonly letterContents: LetterContents
  readonly letterLimits: LetterLimits
  readonly unsubscribeUrl: (address: string) => string
  /** By the parts that request letters: what is said in them is decided when they are sent. */
  readonly prepares: Readonly<Record<RequestedKind, PrepareLetter>>
}

/** Sending letters. Listed after all parts that prepare some. */
export const letterSenderPart = part((needs: SendingNeeds) => {
  const { config, database, mail, letterContents: contents, letterLimits: limits, prepares: prepare } = needs
  const sender = createLetterSender({ ...needs, contents, limits, prepare, kept: config.retention.letters })
  // A copy leaves letters to its original.
  const works = config.role !== 'api' && !needs.isCopy
  return {
    owns: ownedTables({
      letters: { key: 'id', file: 'letters', without: ['contents', 'lease_owner', 'lease_until'], erasedApart: true },
    }),
    // Letters to its address have to go as well, and the files of letters in the outbox.
    erase: async ({ id, email, before }) =>
      mail.remove(await letterRepository(database.db).removeOf({ accountId: id, address: email, before })),
    timetable: [
      { name: 'expire-letters', every: 'hour', work: sender.expire, failure: 'old letters were not removed' },
    ],
    ...(works && { start: sender.start, drain: sender.stop }),
  }
})
