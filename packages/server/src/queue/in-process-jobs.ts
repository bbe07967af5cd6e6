import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '../base/durations.ts'
import type { JobRunner } from './job-runner-port.ts'

/** The timetable of the only process. It needs no tickets. */
export function inProcessJobs({ logger }: { readonly logger: Pick<Logger, 'error'> }): JobRunner {
  const timers: NodeJS.Timeout[] = []
  return {
    usesTickets: false,
    pool: () => null,
    async start({ timetable }) {
      for (const { every, work, failure } of timetable) {
        const run = () => void work().catch((error: unknown) => logger.error({ err: error }, failure))
        timers.push(setInterval(run, every === 'hour' ? HOUR_MS : MINUTE_MS))
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
