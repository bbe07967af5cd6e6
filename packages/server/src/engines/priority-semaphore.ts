/** A waiting task is overtaken at most this often, so that a stream of callers keeps no task waiting forever. */
const MAX_OVERTAKEN = 7

/** What a task needs to start. */
export interface PermitRequest {
  /** The task with the higher number starts first. */
  readonly priority: number
  readonly bytes: number
}

interface Waiting extends PermitRequest {
  overtaken: number
  begin(): void
  refuse(): void
}

/**
 * Gives out permits for threads and for the memory that they share. A task is given to an engine shortly before a thread is
 * free. When one becomes free, the waiting task with the highest priority starts, and among equals the one that came first.
 * (The queue of Piscina keeps no order among tasks that can be aborted.)
 *
 * A task starts when it has both a thread and its memory. It holds neither while it waits for the other. A smaller task may
 * start before one that waits for memory, but only a limited number of times. After that, free memory is kept for the
 * waiting task. A task that needs more than all of the memory starts when no other is in progress.
 */
export function createPrioritySemaphore(permits: number, memoryBytes = Number.POSITIVE_INFINITY) {
  const waiting: Waiting[] = []
  let free = permits
  let takenBytes = 0
  let closed = false

  const fits = ({ bytes }: PermitRequest) => free > 0 && (free === permits || takenBytes + bytes <= memoryBytes)

  const take = ({ bytes }: PermitRequest) => {
    free--
    takenBytes += bytes
  }

  const enqueue = (task: Waiting) => {
    let position = waiting.length
    for (; position > 0; position--) {
      const ahead = waiting[position - 1]
      if (!ahead || ahead.priority >= task.priority || ahead.overtaken >= MAX_OVERTAKEN) break
      ahead.overtaken++
    }
    waiting.splice(position, 0, task)
  }

  /** Starts every task that can start. Each one overtakes the earlier tasks that wait for memory. */
  const admit = (): void => {
    const passed: Waiting[] = []
    for (const task of [...waiting]) {
      if (free === 0 || passed.some(({ overtaken }) => overtaken >= MAX_OVERTAKEN)) return
      if (!fits(task)) {
        passed.push(task)
        continue
      }
      for (const other of passed) other.overtaken++
      waiting.splice(waiting.indexOf(task), 1)
      take(task)
      task.begin()
    }
  }

  const acquire = async (request: PermitRequest, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (closed) throw ended()
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(task), 1)
        reject(signal.reason)
        // Other tasks may have waited behind it.
        admit()
      }
      const settle = (how: () => void) => () => {
        signal.removeEventListener('abort', giveUp)
        how()
      }
      const task = { ...request, overtaken: 0, begin: settle(resolve), refuse: settle(() => reject(ended())) }
      signal.addEventListener('abort', giveUp)
      enqueue(task)
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
      await acquire(request, signal)
      try {
        return await work()
      } finally {
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
