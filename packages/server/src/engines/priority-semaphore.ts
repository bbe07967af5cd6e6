/** A waiting task is overtaken this often at most, so that a stream of callers keeps none waiting for good. */
const MAX_OVERTAKEN = 7

/** What a task needs to begin. */
export interface PermitRequest {
  /** The higher number begins first. */
  readonly priority: number
  readonly bytes: number
}

interface Waiting extends PermitRequest {
  overtaken: number
  begin(): void
  refuse(): void
}

/**
 * Gives out permits for threads and for the memory that all of them share. A task is given to an engine a little before a
 * thread is free; which of them begins is decided when one becomes free: the one with the highest priority, of equals the
 * one that came first. (The queue of Piscina keeps no order among tasks that can be aborted.)
 *
 * A task begins when it has both a thread and its memory; it holds neither while it waits for the other. A smaller task may
 * begin before one that waits for memory, but only so often: then the memory is kept for the one that waits. A task that
 * needs more than all of the memory begins when no other is being worked on.
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

  /** Begins every task that can begin. Each one overtakes those before it that wait for memory. */
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
        // Others may have waited behind it.
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
    /** Waits for a permit and keeps it while `work` lasts. @throws the reason of `signal`, and what `work` throws */
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

    /** Refuses those that wait, and everyone from now on. */
    close(): void {
      closed = true
      for (const task of waiting.splice(0)) task.refuse()
    },
  }
}

const ended = () => new Error('The engine has ended.')
