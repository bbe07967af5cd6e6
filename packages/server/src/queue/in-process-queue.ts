import { EventEmitter } from 'node:events'
import type { Queue, WaitResult } from './queue-port.ts'

/**
 * Updates within one process.
 *
 * @param isSettled reads the table, because a run may have ended before anybody waited for it
 */
export function inProcessQueue({ isSettled }: { isSettled: (runId: string) => Promise<boolean> }): Queue {
  const updates = new EventEmitter().setMaxListeners(0)

  return {
    // The table is the line, and the only process that claims from it is this one.
    enqueue: async () => {},
    check: async () => {},
    waitingTickets: async () => undefined,
    unlockTickets: async () => {},
    push: () => void updates.emit('push'),
    progressed: (runId) => void updates.emit(`progressed:${runId}`),
    settled: (runId) => void updates.emit(`settled:${runId}`),
    cancelled: (runId) => void updates.emit('cancelled', runId),
    stalled: (runId) => void updates.emit(runId === undefined ? 'stalled' : `stalled:${runId}`),
    garbageAdded: () => void updates.emit('garbageAdded'),
    deliveriesAdded: async (_, endpointIds) => void updates.emit('deliveriesAdded', endpointIds),
    lettersAdded: async () => void updates.emit('lettersAdded'),
    enqueueAccountJob: async () => {},
    accountJobsAdded: () => void updates.emit('accountJobsAdded'),
    onPush: (listener) => void updates.on('push', listener),
    onCancelled: (listener) => void updates.on('cancelled', listener),
    onGarbageAdded: (listener) => void updates.on('garbageAdded', listener),
    onDeliveriesAdded: (listener) => void updates.on('deliveriesAdded', listener),
    onLettersAdded: (listener) => void updates.on('lettersAdded', listener),
    onAccountJobsAdded: (listener) => void updates.on('accountJobsAdded', listener),
    watch(runId, listener) {
      const names = [`progressed:${runId}`, `settled:${runId}`]
      for (const name of names) updates.on(name, listener)
      return () => {
        for (const name of names) updates.off(name, listener)
      }
    },

    wait: (runId, { signal, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const name = `settled:${runId}`
        const end = (how: WaitResult) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          updates.off(name, settle)
          for (const each of stalls) updates.off(each, stall)
          resolve(how)
        }
        const settle = () => end('settled')
        const stalls = ['stalled', `stalled:${runId}`]
        const stall = () => end('stalled')
        const abort = () => end('aborted')
        const timer = setTimeout(() => end('timeout'), timeoutMs)
        updates.on(name, settle)
        for (const each of stalls) updates.on(each, stall)
        signal.addEventListener('abort', abort)
        if (signal.aborted) return abort()
        // Listening starts first, so that an end in between is not missed.
        isSettled(runId).then((is) => is && settle(), reject)
      }),
  }
}
