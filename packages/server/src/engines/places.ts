/** So often is somebody overtaken who waits for a place, so that a stream of callers keeps nobody waiting for good. */
const MOST_OVERTAKEN = 7

interface Waiting {
  readonly urgency: number
  overtaken: number
  begin(): void
  refuse(): void
}

/**
 * Places in threads. Work is given to an engine a little before it has a place; which comes next is decided when a place
 * becomes free: the most urgent, among equals what asked first. (Piscina's own queue keeps no order among tasks that can be
 * called off.)
 */
export function createPlaces(places: number) {
  const waiting: Waiting[] = []
  let free = places
  let closed = false

  const queueUp = (one: Waiting) => {
    let place = waiting.length
    for (; place > 0; place--) {
      const ahead = waiting[place - 1]
      if (!ahead || ahead.urgency >= one.urgency || ahead.overtaken >= MOST_OVERTAKEN) break
      ahead.overtaken++
    }
    waiting.splice(place, 0, one)
  }

  const enter = async (urgency: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (closed) throw ended()
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(signal.reason)
      }
      const settle = (how: () => void) => () => {
        signal.removeEventListener('abort', giveUp)
        how()
      }
      const one = { urgency, overtaken: 0, begin: settle(resolve), refuse: settle(() => reject(ended())) }
      signal.addEventListener('abort', giveUp)
      queueUp(one)
    })
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next.begin()
    else free++
  }

  return {
    /** Waits for a place and keeps it while `work` lasts. @throws the reason of `signal`, and what `work` throws */
    async during<Result>(urgency: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      await enter(urgency, signal)
      try {
        return await work()
      } finally {
        leave()
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
