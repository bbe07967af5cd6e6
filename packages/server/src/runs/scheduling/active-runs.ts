import { PRIORITY, type Priority } from '../run-priority.ts'
import type { IsolationGate } from './isolation-gate.ts'

/** A run that this process is working on. */
export interface ActiveRun {
  readonly id: string
  readonly accountId: string
  readonly priority: Priority
  readonly capability: string
  readonly controller: AbortController
  readonly done: Promise<void>
  /** True until its pictures are loaded. Their senders may be slow. */
  isFetching: boolean
  /** No other run is started before this time; 0 for a run that needs no isolation. */
  readonly isolatedUntil: number
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>

/** The runs that this process is working on, and the free capacity beside them. */
export function createActiveRuns({
  concurrency,
  isolation,
}: {
  readonly concurrency: number
  readonly isolation: Pick<IsolationGate, 'isOn'>
}) {
  const runs = new Map<string, ActiveRun>()
  const all = () => [...runs.values()]
  /** All slots but one. The last one is reserved for callers that wait, and for other accounts. */
  const allButOne = Math.max(1, concurrency - 1)

  return {
    add: (run: ActiveRun) => void runs.set(run.id, run),
    remove: (id: string) => void runs.delete(id),
    stop: (id: string) => runs.get(id)?.controller.abort(),
    all,
    ids: () => [...runs.keys()],
    count: () => runs.size,

    /** Whether another run may start. */
    hasRoom: (): boolean => runs.size < concurrency && !all().some((run) => isolation.isOn(run.isolatedUntil)),

    /** Whether only runs whose callers wait may start. */
    isReservedForCallers: (): boolean =>
      all().filter(({ priority }) => priority < PRIORITY.waiting).length >= allButOne,

    /**
     * Accounts whose fetches take all slots but one. Their addresses may never reply, so nothing more of them is started for
     * now.
     */
    accountsAtFetchLimit(): string[] {
      const fetching = all().flatMap(({ isFetching, accountId }) => (isFetching ? [accountId] : []))
      const count = (account: string) => fetching.filter((one) => one === account).length
      return [...new Set(fetching)].filter((account) => count(account) >= allButOne)
    },
  }
}
