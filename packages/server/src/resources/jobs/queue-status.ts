import { HOUR_MS } from '../../base/durations.ts'
import { chosenEngine, type Engines } from '../../base/engine-capability.ts'
import type { Clock } from '../../base/ports.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'
import { removeBackground } from '../../operations/remove-background/remove-background-operation.ts'
import { upscale } from '../../operations/upscale/upscale-operation.ts'
import { runStatisticsRepository } from '../../runs/store/run-statistics-repository.ts'
import type { WorkerRegistry } from '../../runs/store/worker-registry.ts'

/**
 * Monitors poll often and from several places. One result serves all requests within this time. Each process has its own, of
 * the same table.
 */
const KEPT_MS = 1_000

/** The engine that each capability falls back to without a network. */
const NETWORKED = { cutout: removeBackground.engine, upscale: upscale.engine } as const

/** The capabilities that make something new. An engine is chosen for each, or none. */
const MAKING = ['synthesis', 'motion', 'copy'] as const

/** How busy this server is and what works on it. It counts runs and never shows whose they are. */
export function createQueueStatus(deps: {
  db: Db
  clock: Clock
  engine: Engine
  engines: Engines
  workers: WorkerRegistry
}) {
  const { db, clock, engine, workers } = deps
  let kept: { readonly until: number; readonly answer: Promise<Schemas['QueueStatus']> } | undefined

  const enginesHere = async (): Promise<Schemas['QueueStatus']['engines']> => {
    const [serving, inMemory] = [await engine.serving(), engine.loaded()]
    const networked = Object.entries(NETWORKED).map(([use, without]) => {
      const capability = use as keyof typeof NETWORKED
      const served = serving[capability]
      const model = inMemory.includes(capability) ? ('loaded' as const) : ('not_loaded' as const)
      return { capability, engine: served ?? without, model: served === undefined ? null : model }
    })
    const others = MAKING.flatMap((capability) => {
      const chosen = chosenEngine(deps.engines, capability)
      return chosen === undefined ? [] : [{ capability, engine: chosen, model: null }]
    })
    return [{ capability: 'pixels', engine: engine.name, model: null }, ...networked, ...others]
  }

  const look = async (): Promise<Schemas['QueueStatus']> => {
    const now = clock.now()
    const statistics = runStatisticsRepository(db)
    const depths = await statistics.depths()
    const { succeeded, failed, waits, works } = await statistics.ended(new Date(now.getTime() - HOUR_MS).toISOString())
    const age = (at: string | undefined) =>
      at === undefined ? null : Math.max(0, (now.getTime() - Date.parse(at)) / 1000)
    const oldest = depths.flatMap(({ oldestAt }) => oldestAt ?? []).sort()[0]
    return {
      queue: {
        pending: sum(depths.map(({ queued }) => queued)),
        running: sum(depths.map(({ running }) => running)),
        succeeded_last_hour: succeeded,
        failed_last_hour: failed,
        oldest_pending_seconds: age(oldest),
      },
      operations: depths.map(({ operation, queued, running, oldestAt }) => ({
        operation,
        pending: queued,
        running,
        oldest_pending_seconds: age(oldestAt),
      })),
      last_hour: {
        per_minute: Math.round(((succeeded + failed) / 60) * 100) / 100,
        wait_seconds: percentiles(waits),
        run_seconds: percentiles(works),
      },
      workers: (await workers.list()).map(({ id, name, status, threads, busy, lastSeenAt }) => ({
        id,
        ...(name !== null && { name }),
        status,
        threads,
        busy,
        idle: Math.max(0, threads - busy),
        last_seen_at: lastSeenAt,
      })),
      engines: await enginesHere(),
    }
  }

  return (): Promise<Schemas['QueueStatus']> => {
    if (!kept || performance.now() >= kept.until) {
      const answer = look()
      kept = { until: performance.now() + KEPT_MS, answer }
      // A failed count is not cached.
      answer.catch(() => {
        kept = undefined
      })
    }
    return kept.answer
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function percentiles(values: readonly number[]): { p50: number | null; p95: number | null } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { p50: at(0.5), p95: at(0.95) }
}
