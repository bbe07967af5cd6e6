import type { Letters } from '../../mail/letters.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createAuthService } from '../../resources/auth/auth-service.ts'
import type { Core } from '../open-core.ts'

/**
 * The number of passwords hashed at the same time: at most half of the processors, and half of the four threads of Node's pool.
 */
const MAX_HASHING = 2

/** Sign-in. */
export function composeAuth(core: Core, { queue, letters }: { queue: Queue; letters: Letters }) {
  const { config, clock, ids, database, ledger, keys, sessions, address, passwordCost } = core
  const { publicUrl } = address
  const { signupCredits, passwordResetUrl } = config
  const hashing = Math.max(1, Math.min(MAX_HASHING, Math.floor(config.threads / 2)))
  return createAuthService({
    db: database.db,
    ids,
    clock,
    ledger,
    sessions,
    letters,
    keys,
    publicUrl,
    settings: { signupCredits, passwordResetUrl, hashing, passwordCost },
    garbageAdded: queue.garbageAdded,
  })
}
