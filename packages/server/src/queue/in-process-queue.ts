import { EventEmitter } from 'node:events'
import type { HowWaitingEnds, Queue } from './queue-port.ts'

/**
 * News inside one process.
 *
 * @param isSettled Looks at the table: a run may have ended before anybody waited for it.
 */
export function inProcessQueue({ isSettled }: { isSettled: (runId: string) => Promise<boolean> }): Queue {
  const news = new EventEmitter().setMaxListeners(0)

  return {
    push: () => void news.emit('push'),
    moved: (runId) => void news.emit(`moved:${runId}`),
    settled: (runId) => void news.emit(`settled:${runId}`),
    revoked: (runId) => void news.emit('revoked', runId),
    stalled: (runId) => void news.emit(runId === undefined ? 'stalled' : `stalled:${runId}`),
    swept: () => void news.emit('swept'),
    posted: (endpointIds) => void news.emit('posted', endpointIds),
    onPush: (listener) => void news.on('push', listener),
    watch(runId, listener) {
      const names = [`moved:${runId}`, `settled:${runId}`]
      for (const name of names) news.on(name, listener)
      return () => {
        for (const name of names) news.off(name, listener)
      }
    },
    onRevoked: (listener) => void news.on('revoked', listener),
    onSwept: (listener) => void news.on('swept', listener),
    onPosted: (listener) => void news.on('posted', listener),

    wait: (runId, { signal, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const name = `settled:${runId}`
        const end = (how: HowWaitingEnds) => {
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
