import { EventEmitter } from 'node:events'
import type { Queue, WaitResult } from './queue-port.ts'

/**
 * News inside one process.
 *
 * @param isSettled Looks at the table: a run may have ended before anybody waited for it.
 */
export function inProcessQueue({ isSettled }: { isSettled: (runId: string) => Promise<boolean> }): Queue {
  const news = new EventEmitter().setMaxListeners(0)

  return {
    push: () => void news.emit('push'),
    progressed: (runId) => void news.emit(`progressed:${runId}`),
    settled: (runId) => void news.emit(`settled:${runId}`),
    cancelled: (runId) => void news.emit('cancelled', runId),
    stalled: (runId) => void news.emit(runId === undefined ? 'stalled' : `stalled:${runId}`),
    garbageAdded: () => void news.emit('garbageAdded'),
    deliveriesAdded: (endpointIds) => void news.emit('deliveriesAdded', endpointIds),
    onPush: (listener) => void news.on('push', listener),
    watch(runId, listener) {
      const names = [`progressed:${runId}`, `settled:${runId}`]
      for (const name of names) news.on(name, listener)
      return () => {
        for (const name of names) news.off(name, listener)
      }
    },
    onCancelled: (listener) => void news.on('cancelled', listener),
    onGarbageAdded: (listener) => void news.on('garbageAdded', listener),
    onDeliveriesAdded: (listener) => void news.on('deliveriesAdded', listener),

    wait: (runId, { signal, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const name = `settled:${runId}`
        const end = (how: WaitResult) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          news.off(name, settle)
          for (const each of stalls) news.off(each, stall)
          resolve(how)
        }
        const settle = () => end('settled')
        const stalls = ['stalled', `stalled:${runId}`]
        const stall = () => end('stalled')
        const abort = () => end('aborted')
        const timer = setTimeout(() => end('timeout'), timeoutMs)
        news.on(name, settle)
        for (const each of stalls) news.on(each, stall)
        signal.addEventListener('abort', abort)
        if (signal.aborted) return abort()
        // Listening comes first, so an end between the two is not missed.
        isSettled(runId).then((is) => is && settle(), reject)
      }),
  }
}
