import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { ServiceError } from '../../base/service-error.ts'

export type Passwords = ReturnType<typeof createPasswords>

export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Argon2id, version 19, 19 MiB and two passes: what OWASP recommends, and the library's defaults, which may change. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** In a longer queue, people would wait longer than they are willing to. */
const MAX_WAITING = 200
const RETRY_SECONDS = 5

/**
 * Hashes passwords and compares them, off the main thread.
 *
 * @param parallel How many run at the same time, each with 19 MiB and a thread of Node's pool. The others wait, so that many
 * simultaneous sign-ins leave processor time for pictures. Each process limits its own threads and memory.
 * @param cost Only tests, which sign in thousands of times, ask for less.
 */
export function createPasswords({ parallel, cost = COST }: { parallel: number; cost?: PasswordCost | undefined }) {
  const limited = limitConcurrency(parallel)
  let decoy: Promise<string> | undefined

  return {
    /** @throws ServiceError `overloaded` (503) when too many are waiting. */
    hash: (password: string): Promise<string> => limited(() => hash(samePassword(password), cost)),

    /**
     * Whether a password is the one that was hashed. Without a hash it takes the same time and returns false, so that
     * the time does not reveal whether an account exists.
     *
     * @throws ServiceError `overloaded` (503) when too many are waiting.
     */
    async verify(stored: string | null | undefined, password: string): Promise<boolean> {
      decoy ??= hash(randomBytes(32), cost)
      const against = stored ?? (await decoy)
      const same = await limited(() => verify(against, samePassword(password)))
      return same && typeof stored === 'string'
    },
  }
}

/** One keyboard types é as one character, another as two. A person considers them the same password. */
const samePassword = (password: string): string => password.normalize('NFKC')

function limitConcurrency(parallel: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MAX_WAITING) {
      throw new ServiceError('overloaded', 'Many people are signing in. Try again in a moment.', {}, RETRY_SECONDS)
    }
    // A finished call hands its slot to the next in the queue, so that no new call overtakes those that wait.
    if (running >= parallel) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
