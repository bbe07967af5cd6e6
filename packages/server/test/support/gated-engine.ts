import type { Engine } from '../../src/engines/engine-port.ts'
import { rememberingEngine } from './remembering-engine.ts'

/**
 * The real engine behind a gate: `open` lets tasks start, `broken` makes that many attempts fail, and with `deaf` it
 * ignores that a task was aborted.
 */
export function gatedEngine({ broken = 0, deaf = false } = {}) {
  let failures = broken
  let started = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const engine = (limits: Parameters<typeof rememberingEngine>[0]): Engine => {
    const real = rememberingEngine(limits)
    return {
      ...real,
      async perform(task, options) {
        started++
        await gate
        if (!deaf) options.signal.throwIfAborted()
        if (failures-- > 0) throw new Error('the thread died')
        return real.perform(task, deaf ? { signal: new AbortController().signal } : options)
      },
    }
  }
  return { engine, open: () => open(), started: () => started }
}
