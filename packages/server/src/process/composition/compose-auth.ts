import { createBackgroundMail } from '../../mail/background-mail.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createAuthService } from '../../resources/auth/auth-service.ts'
import { chooseMail } from '../adapters.ts'
import type { Core } from '../open-core.ts'
import type { Storage } from './compose-storage.ts'

/**
 * The number of passwords hashed at the same time: at most half of the processors, and half of the four threads of Node's pool.
 */
const MAX_HASHING = 2

/** Sign-in, and the mail that it sends. */
export async function composeAuth(core: Core, { queue, storage: { logger } }: { queue: Queue; storage: Storage }) {
  const { config, clock, ids, database, ledger, keys, sessions, address } = core
  const { publicUrl } = address
  const mail = await chooseMail(config, { publicUrl, ids, clock, logger })
  const backgroundMail = createBackgroundMail({ mail, logger })
  const { signupCredits, passwordResetUrl } = config
  const hashing = Math.max(1, Math.min(MAX_HASHING, Math.floor(config.threads / 2)))
  const auth = createAuthService({
    ...{ db: database.db, ids, clock, ledger, sessions, backgroundMail, keys, publicUrl },
    settings: { signupCredits, passwordResetUrl, hashing },
    garbageAdded: queue.garbageAdded,
  })
  return { auth, backgroundMail }
}
