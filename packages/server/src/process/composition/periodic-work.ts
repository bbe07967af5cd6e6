import type { Logger } from 'pino'

export interface PeriodicWork {
  /** Repeats work at an interval. An error of the work is logged with the message `failure`. */
  every(ms: number, work: () => Promise<void>, failure: string): void
  stop(): void
}

export function createPeriodicWork(logger: Pick<Logger, 'error'>): PeriodicWork {
  const timers: NodeJS.Timeout[] = []
  return {
    every(ms, work, failure) {
      const run = () => void work().catch((error: unknown) => logger.error({ err: error }, failure))
      timers.push(setInterval(run, ms))
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
