import type { Db } from '../../database/open-database.ts'
import type { Lane } from '../../database/schema/run-tables.ts'
import { needsIsolation, type Run } from '../run.ts'
import type { Priority } from '../run-priority.ts'
import { fairQueueRepository } from '../store/fair-queue-repository.ts'
import { runRepository } from '../store/run-repository.ts'

export interface ClaimRequest {
  readonly at: string
  readonly leaseUntil: string
  /**
   * Runs that the owner is working on. It never claims its own runs: after a machine slept, every lease lapsed before it
   * could be renewed.
   */
  readonly except: readonly string[]
  /** Accounts whose runs are not started for now. */
  readonly exceptAccounts?: readonly string[]
  /** The operations that the owner can do; undefined for all. */
  readonly operations?: readonly string[] | undefined
  /** What the runs wait for; undefined for whatever it is. */
  readonly lane?: Lane | undefined
  /** Priorities in the order in which they are searched. */
  readonly priorities: readonly Priority[]
  /** The account that had the last turn, by priority. */
  readonly lastServed: ReadonlyMap<Priority, string>
  /** The priority that probably has the next run. Then one statement is enough to find and claim it. */
  readonly expected?: Priority | undefined
  /** Claims a run that needs isolation even while other runs are in progress. */
  readonly ignoreIsolation: boolean
}

/** A run after its claim, so that its attempts include this one. */
export interface ClaimedRun extends Run {
  readonly priority: Priority
}

/**
 * Claims the next run: a queued one that is due, or one whose lease lapsed.
 *
 * @returns `needs_isolation`, without a claim, when the next run needs isolation and other runs are in progress; undefined
 * when there is no run
 */
export async function claimNextRun(
  db: Db,
  owner: string,
  claim: ClaimRequest,
): Promise<ClaimedRun | 'needs_isolation' | undefined> {
  const {
    at,
    leaseUntil,
    except,
    exceptAccounts = [],
    priorities,
    lastServed,
    ignoreIsolation,
    operations,
    lane,
  } = claim
  const fairQueue = fairQueueRepository(db)
  const lease = { owner, at, until: leaseUntil }
  const request = (priority: Priority) => {
    const after = lastServed.get(priority) ?? ''
    return { priority, at, except, exceptAccounts, operations, lane, after }
  }
  const claimFirst = async (priority: Priority, earlier?: readonly Priority[]) => {
    const first = await runRepository(db).claimFirst(request(priority), lease, earlier)
    return first && { ...first, priority }
  }
  const { expected } = claim
  if (expected !== undefined && priorities.includes(expected)) {
    const first = await claimFirst(expected, priorities.slice(0, priorities.indexOf(expected)))
    if (first) return first
  }
  for (const found of await fairQueue.overview(priorities, at)) {
    const { priority } = found
    // Nearly every claim is the first one of its run, and none of its runs needs isolation.
    if (found.hasWaiting && !found.hasLapsed) {
      const first = await claimFirst(priority)
      if (first) return first
    }
    for (;;) {
      const candidate = await fairQueue.next(request(priority), found)
      if (!candidate) break
      if (except.length > 0 && !ignoreIsolation && needsIsolation(candidate.attempts + 1)) return 'needs_isolation'
      const taken = await runRepository(db).claim(candidate, lease)
      // If another process was quicker, the next candidate is tried.
      if (taken) return { ...taken, priority }
    }
  }
  return undefined
}
