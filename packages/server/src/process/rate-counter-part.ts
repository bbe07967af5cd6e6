import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import { DAY_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import type { RateCounters } from '../http/limits/rate-counters.ts'
import { sharedCounterRepository, storedCounterRepository } from './rate-counter-repository.ts'

const WRITE_MS = 5_000

/** Rate counters, and what must be done for them besides counting. */
interface RateCounting {
  readonly rates: RateCounters
  /** Reads what an earlier process has counted. */
  restore(): Promise<void>
  /** Stores what has been counted. Called every few seconds. */
  flush(): Promise<void>
  /** Forgets what was counted for a subject, such as an account that is deleted. */
  forget(subject: string): Promise<void>
  /** Removes counters that no longer count. Called every hour. */
  expire(): Promise<void>
}

/** Counting requests: in the memory of one process, or in a table that several share. */
export const rateCounterPart = part(async (needs: { config: Config; db: Db; clock: Clock; logger: Logger }) => {
  const { config, logger } = needs
  const { rates, restore, flush, forget, expire } = await (config.database ? shared(needs) : inMemory(needs))
  const write = () =>
    void flush().catch((error: unknown) => logger.error({ err: error }, 'rate counters were not written'))
  let writing: NodeJS.Timeout | undefined
  return {
    provides: { rates },
    erase: ({ id }) => forget(id),
    timetable: [
      { name: 'expire-rate-counters', every: 'hour', work: expire, failure: 'old rate counters were not removed' },
    ],
    async start() {
      await restore()
      writing = setInterval(write, WRITE_MS)
    },
    drain: async () => clearInterval(writing),
    close: flush,
  }
})

const nothing = async () => {}

async function inMemory({ db, clock }: { db: Db; clock: Clock }): Promise<RateCounting> {
  const { memoryRateCounters } = await import('../http/limits/memory-rate-counters.ts')
  const rates = memoryRateCounters({ clock })
  const stored = storedCounterRepository(db)
  const flush = () => stored.replaceAll(rates.snapshot())
  return {
    rates,
    restore: async () => rates.restore(await stored.list()),
    flush,
    forget: (subject) => {
      rates.forget(subject)
      return flush()
    },
    expire: nothing,
  }
}

async function shared({ db, clock }: { db: Db; clock: Clock }): Promise<RateCounting> {
  const { sharedRateCounters } = await import('../http/limits/shared-rate-counters.ts')
  const store = sharedCounterRepository(db)
  return {
    rates: sharedRateCounters({ store, clock }),
    restore: nothing,
    flush: nothing,
    forget: (subject) => store.removeOf(subject),
    expire: () => store.removeOlder(clock.now().getTime() - DAY_MS),
  }
}
