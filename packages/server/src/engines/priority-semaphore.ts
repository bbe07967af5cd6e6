/** So often is somebody overtaken who waits for a place, so that a stream of callers keeps nobody waiting for good. */
const MAX_OVERTAKEN = 7

interface Waiting extends PermitRequest {
  overtaken: number
  begin(): void
  refuse(): void
}

/** What a piece of work asks for. */
export interface PermitRequest {
  /** The higher number comes first. */
  readonly priority: number
  /** Memory that it will take. */
  readonly bytes: number
}

/**
 * Places in threads, and the memory that all of them share. Work is given to an engine a little before it has a place; which comes next is decided when a place
 * becomes free: the most urgent, among equals what asked first. (Piscina's own queue keeps no order among tasks that can be
 * called off.)
 *
 * Work begins when it has both a place and its memory; it holds neither while it waits for the other. What needs less may
 * begin before what has to wait for memory, but only so often: then the memory is kept for the one that waits. What needs
 * more than there is altogether begins when nothing else is at work.
 */
export function createPrioritySemaphore(places: number, memoryBytes = Number.POSITIVE_INFINITY) {
  const waiting: Waiting[] = []
  let free = places
  let taken = 0
  let closed = false

  const fits = ({ bytes }: PermitRequest) => free > 0 && (free === places || taken + bytes <= memoryBytes)

  const take = ({ bytes }: PermitRequest) => {
    free--
    taken += bytes
  }

  const queueUp = (one: Waiting) => {
    let place = waiting.length
    for (; place > 0; place--) {
      const ahead = waiting[place - 1]
      if (!ahead || ahead.priority >= one.priority || ahead.overtaken >= MAX_OVERTAKEN) break
      ahead.overtaken++
    }
    waiting.splice(place, 0, one)
  }

  /** Begins what can begin. What is left behind was overtaken once more by each that did. */
  const admit = (): void => {
    const passed: Waiting[] = []
    for (const one of [...waiting]) {
      if (free === 0 || passed.some(({ overtaken }) => overtaken >= MAX_OVERTAKEN)) return
      if (!fits(one)) {
        passed.push(one)
        continue
      }
      for (const other of passed) other.overtaken++
      waiting.splice(waiting.indexOf(one), 1)
      take(one)
      one.begin()
    }
  }

  const enter = async (need: PermitRequest, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (closed) throw ended()
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(signal.reason)
        // Others may have waited behind it.
        admit()
      }
      const settle = (how: () => void) => () => {
        signal.removeEventListener('abort', giveUp)
        how()
      }
      const one = { ...need, overtaken: 0, begin: settle(resolve), refuse: settle(() => reject(ended())) }
      signal.addEventListener('abort', giveUp)
      queueUp(one)
      admit()
    })
  }

  const leave = ({ bytes }: PermitRequest) => {
    free++
    taken -= bytes
    admit()
  }

  return {
    /** Waits for a place and keeps it while `work` lasts. @throws the reason of `signal`, and what `work` throws */
    async withPermit<Result>(need: PermitRequest, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      await enter(need, signal)
      try {
        return await work()
      } finally {
        leave(need)
      }
    },

    /** Nobody is let in any more, and who waits is sent away. */
    close(): void {
      closed = true
      for (const one of waiting.splice(0)) one.refuse()
    },
  }
}

const ended = () => new Error('The engine has ended.')
