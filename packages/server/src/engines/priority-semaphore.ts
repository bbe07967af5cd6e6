import { createAccountShares } from './account-shares.ts'
import type { Share } from './engine-port.ts'

/** A waiting task is overtaken at most this often, so that a stream of callers keeps no task waiting forever. */
const MAX_OVERTAKEN = 7

/** What a task needs to start. */
export interface PermitRequest {
  /** The task with the higher number starts first. */
  readonly priority: number
  readonly bytes: number
  readonly share?: Share
}

interface Waiting extends PermitRequest {
  /** How many tasks that came later have started before it. */
  overtaken: number
  begin(end: () => void): void
  refuse(): void
}

/**
 * Gives out permits for threads and for the memory that they share. A task is given to an engine shortly before a thread is
 * free. When one becomes free, the waiting task with the highest priority starts; among equals, the one of the account that had the
 * fewest seconds lately; and among those, the one that came first. (The queue of Piscina keeps no order among tasks that can be aborted.)
 *
 * A task starts when it has both a thread and its memory. It holds neither while it waits for the other. A smaller task may
 * start before one that waits for memory, but only a limited number of times. After that, free memory is kept for the
 * waiting task. A task that needs more than all of the memory starts when no other is in progress.
 */
export function createPrioritySemaphore(permits: number, memoryBytes = Number.POSITIVE_INFINITY) {
  /** In the order in which they came. */
  const waiting: Waiting[] = []
  const shares = createAccountShares(permits)
  let free = permits
  let takenBytes = 0
  let closed = false

  const fits = ({ bytes }: PermitRequest) => free > 0 && (free === permits || takenBytes + bytes <= memoryBytes)

  const take = (task: Waiting) => {
    free--
    takenBytes += task.bytes
    return shares.begin(task.share)
  }

  /** Those that were overtaken often enough, and the others in the order in which they should start. */
  const inOrder = (): Waiting[] => {
    const isDue = ({ overtaken }: Waiting) => overtaken >= MAX_OVERTAKEN
    const used = shares.usedBy(waiting.map(({ share }) => share?.account))
    const usedFor = ({ share }: Waiting) => used.get(share?.account) ?? 0
    const by = (one: Waiting, other: Waiting) =>
      // Two tasks that start before all others have the same priority, infinity.
      (one.priority === other.priority ? 0 : other.priority - one.priority) || usedFor(one) - usedFor(other)
    return [...waiting.filter(isDue), ...waiting.filter((task) => !isDue(task)).sort(by)]
  }

  /** The next task that can start now. Once a task that waits for memory was overtaken often enough, nothing starts before it. */
  const next = (): Waiting | undefined => {
    for (const task of inOrder()) {
      if (!shares.mayStart(task.share)) continue
      if (fits(task)) return task
      if (task.overtaken >= MAX_OVERTAKEN) return undefined
    }
    return undefined
  }

  /** Starts every task that can start. */
  const admit = (): void => {
    for (let task = free > 0 ? next() : undefined; task; task = free > 0 ? next() : undefined) {
      const place = waiting.indexOf(task)
      for (const earlier of waiting.slice(0, place)) earlier.overtaken++
      waiting.splice(place, 1)
      task.begin(take(task))
    }
  }

  /** @returns what must be called when the account no longer uses the permit */
  const acquire = async (request: PermitRequest, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (closed) throw ended()
    return new Promise<() => void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(task), 1)
        reject(signal.reason)
        // Other tasks may have waited behind it.
        admit()
      }
      const done = () => signal.removeEventListener('abort', giveUp)
      const task: Waiting = {
        ...request,
        overtaken: 0,
        begin(end) {
          done()
          resolve(end)
        },
        refuse() {
          done()
          reject(ended())
        },
      }
      signal.addEventListener('abort', giveUp)
      waiting.push(task)
      shares.note(task.share)
      admit()
    })
  }

  const release = ({ bytes }: PermitRequest) => {
    free++
    takenBytes -= bytes
    admit()
  }

  return {
    /** Waits for a permit and keeps it while `work` runs. @throws the reason of `signal`, and errors of `work` */
    async withPermit<Result>(
      request: PermitRequest,
      signal: AbortSignal,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const end = await acquire(request, signal)
      try {
        return await work()
      } finally {
        end()
        release(request)
      }
    },

    /** Rejects all waiting tasks, and every task from now on. */
    close(): void {
      closed = true
      for (const task of waiting.splice(0)) task.refuse()
    },
  }
}

const ended = () => new Error('The engine has ended.')
