import { abortable } from './abortable.ts'

/**
 * Limits how much work of one owner runs at the same time in this process, whose sockets it uses. More work waits in the
 * owner's own queue, so no owner waits for another.
 */
export function createPerOwnerLimit(most: number) {
  const owners = new Map<string, { going: number; readonly waiting: (() => void)[] }>()

  const enter = async (owner: string, signal: AbortSignal): Promise<void> => {
    const line = owners.get(owner) ?? { going: 0, waiting: [] }
    owners.set(owner, line)
    if (line.going < most) {
      line.going++
      return
    }
    let begin = () => {}
    const turn = new Promise<void>((resolve) => (begin = resolve))
    line.waiting.push(begin)
    await abortable(turn, signal).catch((error: unknown) => {
      const place = line.waiting.indexOf(begin)
      // The turn came at the same moment. It is passed on to the next in the queue.
      if (place < 0) leave(owner)
      else line.waiting.splice(place, 1)
      throw error
    })
  }

  const leave = (owner: string): void => {
    const line = owners.get(owner)
    if (!line) return
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.going === 0) owners.delete(owner)
  }

  /** @throws Errors of `work`, and the reason of the signal while it waits. */
  return async <T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    await enter(owner, signal)
    try {
      return await work()
    } finally {
      leave(owner)
    }
  }
}
