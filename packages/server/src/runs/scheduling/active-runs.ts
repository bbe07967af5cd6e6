import { PRIORITY, type Priority } from '../run-priority.ts'
import type { IsolationGate } from './isolation-gate.ts'

/** A run that this process is working on. */
export interface ActiveRun {
  readonly id: string
  readonly accountId: string
  readonly priority: Priority
  readonly controller: AbortController
  readonly done: Promise<void>
  /** Until its pictures are there, which others may be slow to send. */
  isFetching: boolean
  /** Nothing is begun beside it before this time; 0 for a run that needs no isolation. */
  readonly isolatedUntil: number
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>

/** The runs that this process is working on, and what they leave room for. */
export function createActiveRuns({
  concurrency,
  isolation,
}: {
  readonly concurrency: number
  readonly isolation: Pick<IsolationGate, 'isOn'>
}) {
  const runs = new Map<string, ActiveRun>()
  const all = () => [...runs.values()]
  /** All places but one: that one is left to callers that wait, and to other accounts. */
  const allButOne = Math.max(1, concurrency - 1)

  return {
    add: (run: ActiveRun) => void runs.set(run.id, run),
    remove: (id: string) => void runs.delete(id),
    stop: (id: string) => runs.get(id)?.controller.abort(),
    all,
    ids: () => [...runs.keys()],
    count: () => runs.size,

    /** Whether another run may begin. */
    hasRoom: (): boolean => runs.size < concurrency && !all().some((run) => isolation.isOn(run.isolatedUntil)),

    /** Whether only runs whose callers wait may begin. */
    isReservedForCallers: (): boolean =>
      all().filter(({ priority }) => priority < PRIORITY.waiting).length >= allButOne,

    /** Accounts that fetch in all places but one. Their addresses may never answer, so they begin nothing more for now. */
    accountsAtFetchLimit(): string[] {
      const fetching = all().flatMap(({ isFetching, accountId }) => (isFetching ? [accountId] : []))
      const count = (account: string) => fetching.filter((one) => one === account).length
      return [...new Set(fetching)].filter((account) => count(account) >= allButOne)
    },
  }
}
