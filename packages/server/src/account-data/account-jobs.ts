import type { Logger } from 'pino'
import { HOUR_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import type { AccountJobKind } from '../database/schema/account-data-tables.ts'
import { type AccountJob, accountJobRepository } from './account-job-repository.ts'

/** What a job needs while it works. */
export interface JobContext {
  /** The process that holds the job. */
  readonly owner: string
  /** Aborted when the process stops, or no longer holds the job. */
  readonly signal: AbortSignal
}

interface JobKind {
  work(job: AccountJob, context: JobContext): Promise<void>
  /** How many attempts there are. Infinity for work that must not be given up. */
  readonly maxAttempts: number
}

const LEASE_MS = 60_000
const RENEW_MS = 20_000
const FIRST_PAUSE_MS = 5_000

/**
 * Does durable work about whole accounts, one job after the other. A process holds a job by a lease that it renews. When the
 * process dies, another one begins the job again, so the work of every kind can be repeated.
 */
export function createAccountJobs(deps: {
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly logger: Logger
  readonly owner: string
  readonly kinds: Readonly<Record<AccountJobKind, JobKind>>
}) {
  const { database, clock, logger, owner, kinds } = deps
  const jobs = accountJobRepository(database.db)
  const after = (ms: number) => new Date(clock.now().getTime() + ms)
  const later = (ms: number) => after(ms).toISOString()
  const stopping = new AbortController()
  let working: Promise<void> | undefined
  let again = false

  /** Ends a failed attempt: another one follows after a pause that grows, unless there were too many. */
  const failed = async ({ id, kind, attempts }: AccountJob, error: unknown): Promise<void> => {
    logger.error({ err: error, job: id, kind }, 'work about an account failed')
    if (attempts < kinds[kind].maxAttempts) {
      await jobs.retry(id, owner, later(Math.min(HOUR_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))))
    } else {
      await jobs.finish(id, owner, { state: 'failed', at: later(0), expiresAt: null })
    }
  }

  const carryOut = async (job: AccountJob): Promise<void> => {
    const lost = new AbortController()
    const renew = async () => {
      if (!(await jobs.renew(job.id, owner, after(LEASE_MS)))) lost.abort()
    }
    const renewing = setInterval(
      () => void renew().catch((error: unknown) => logger.warn({ err: error, job: job.id }, 'a lease was not renewed')),
      RENEW_MS,
    )
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    try {
      // The process may have been stopped while it claimed the job. Work that only waits for the signal would then wait forever.
      signal.throwIfAborted()
      await kinds[job.kind].work(job, { owner, signal })
    } catch (error) {
      if (stopping.signal.aborted) await jobs.retry(job.id, owner, later(0), { uncounted: true })
      else if (!lost.signal.aborted) await failed(job, error)
    } finally {
      clearInterval(renewing)
    }
  }

  const workOff = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      again = false
      const job = await jobs.claim(owner, { at: clock.now(), until: after(LEASE_MS) })
      if (job) await carryOut(job)
      else if (!again) return
    }
  }

  return {
    /** Takes over what an earlier process left. */
    async start(): Promise<void> {
      if (database.dialect.soleOwner) await jobs.releaseOthers(owner)
    },

    /** Does all jobs that are due. Resolves when they are done. */
    workOff(): Promise<void> {
      again = true
      working ??= workOff().finally(() => {
        working = undefined
      })
      return working
    },

    /** Hands back the job in progress. Another process begins it again. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the server stops'))
      await working?.catch(() => {})
    },
  }
}
