import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { Lane } from '../../database/schema/run-tables.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import type { ActiveRuns } from './active-runs.ts'
import { type ClaimedRun, claimNextRun } from './claim-run.ts'
import type { IsolationGate } from './isolation-gate.ts'
import { createStarvationGuard } from './starvation-guard.ts'

/**
 * Decides which run of a lane this process claims next. It remembers what later decisions depend on: the account of each priority that
 * had the last turn, the priorities that were passed over, and whether a run waits for its isolation.
 */
export function createRunClaimer(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly owner: string
  readonly active: ActiveRuns
  readonly isolation: IsolationGate
  readonly leaseEnd: () => string
  /** The operations that this process can do; undefined for all. */
  readonly operations: readonly string[] | undefined
  readonly lane: Lane
}) {
  const { db, clock, owner, active, isolation, leaseEnd, operations, lane } = deps
  const lastServed = new Map<Priority, string>()
  const starvationGuard = createStarvationGuard()
  let sawNoCaller = false
  /** The priority of the last claims: of none, of one, or the same one of several. */
  let last: { readonly priority: Priority; readonly isRepeated: boolean } | undefined

  return {
    /** Whether runs may be waiting that were not claimed because of others in progress here. */
    isHoldingBack: (): boolean =>
      !active.hasRoom(lane) ||
      active.isReservedForCallers(lane) ||
      active.accountsAtLimit(lane).length > 0 ||
      isolation.isDraining(),

    /** Whether the last claim took a run because none was there whose caller waits. */
    sawNoCaller: (): boolean => sawNoCaller,

    /** Claims the next run; undefined when none may start. */
    async next(): Promise<ClaimedRun | undefined> {
      const isReserved = active.isReservedForCallers(lane)
      const priorities = isReserved ? [PRIORITY.waiting] : starvationGuard.order()
      const claimed = await claimNextRun(db, owner, {
        at: clock.now().toISOString(),
        leaseUntil: leaseEnd(),
        except: active.ids(),
        exceptAccounts: active.accountsAtLimit(lane),
        operations,
        lane: active.hasLanes ? lane : undefined,
        priorities,
        lastServed,
        // Once might be chance. A second claim in a row says that runs are waiting in line.
        expected: last?.isRepeated ? last.priority : undefined,
        ignoreIsolation: isolation.hasDrainedLongEnough(),
      })
      sawNoCaller = false
      if (claimed === 'needs_isolation') {
        isolation.drain()
        return undefined
      }
      isolation.stopDraining()
      starvationGuard.started(claimed?.priority, priorities)
      if (claimed) {
        lastServed.set(claimed.priority, claimed.accountId)
        sawNoCaller = priorities.indexOf(PRIORITY.waiting) < priorities.indexOf(claimed.priority)
      }
      if (!isReserved) last = claimed && { priority: claimed.priority, isRepeated: claimed.priority === last?.priority }
      return claimed
    },
  }
}
