import type { Logger } from 'pino'

export interface PeriodicWork {
  /** Runs work again and again. What it throws is logged with `failure`. */
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
