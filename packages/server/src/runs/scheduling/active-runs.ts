import type { Lane } from '../../database/schema/run-tables.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import type { IsolationGate } from './isolation-gate.ts'

/** A run that this process is working on. */
export interface ActiveRun {
  readonly id: string
  readonly accountId: string
  readonly priority: Priority
  readonly capability: string
  readonly lane: Lane
  readonly controller: AbortController
  readonly done: Promise<void>
  /** No other run is started before this time; 0 for a run that needs no isolation. */
  readonly isolatedUntil: number
}

/** How many runs of each lane are in progress at most. With one lane, it takes the runs of all. */
export type Slots = Readonly<{ threads: number } & { [Name in Lane]?: number }>

export type ActiveRuns = ReturnType<typeof createActiveRuns>

/** The runs that this process is working on, and the free capacity beside them. */
export function createActiveRuns({
  slots,
  isolation,
}: {
  readonly slots: Slots
  readonly isolation: Pick<IsolationGate, 'isOn'>
}) {
  const runs = new Map<string, ActiveRun>()
  const all = () => [...runs.values()]
  const lanes = Object.keys(slots) as Lane[]
  const hasLanes = lanes.length > 1
  const within = (lane: Lane) => (hasLanes ? all().filter((run) => run.lane === lane) : all())
  const slotsOf = (lane: Lane) => slots[lane] ?? 0
  /** All slots but one. The last one is reserved for callers that wait, and for other accounts. */
  const allButOne = (lane: Lane) => Math.max(1, slotsOf(lane) - 1)

  return {
    lanes,
    hasLanes,
    add: (run: ActiveRun) => void runs.set(run.id, run),
    remove: (id: string) => void runs.delete(id),
    stop: (id: string) => runs.get(id)?.controller.abort(),
    all,
    ids: () => [...runs.keys()],
    count: () => runs.size,

    /** Whether another run may start. */
    hasRoom: (lane: Lane): boolean =>
      within(lane).length < slotsOf(lane) && !all().some((run) => isolation.isOn(run.isolatedUntil)),

    /** Whether only runs whose callers wait may start. */
    isReservedForCallers: (lane: Lane): boolean =>
      within(lane).filter(({ priority }) => priority < PRIORITY.waiting).length >= allButOne(lane),

    /** Accounts whose runs take all slots but one. Nothing more of them is started for now, so that others never find all taken. */
    accountsAtLimit(lane: Lane): string[] {
      const owners = within(lane).map(({ accountId }) => accountId)
      const count = (account: string) => owners.filter((one) => one === account).length
      return [...new Set(owners)].filter((account) => count(account) >= allButOne(lane))
    },
  }
}
