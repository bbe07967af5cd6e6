import type { Engine, Task, TaskOptions, TaskResult } from '../../src/engines/engine-port.ts'
import { rememberingEngine } from './remembering-engine.ts'

/** A task that has started and continues only when `go` is called. */
export interface Held {
  readonly task: Task
  readonly options: TaskOptions
  go(): void
}

/** The real engine. It performs each task only after it is released. An aborted task ends. */
export function stepwiseEngine() {
  const held: Held[] = []
  const engine = (limits: Parameters<typeof rememberingEngine>[0]): Engine => {
    const real = rememberingEngine(limits)
    return {
      ...real,
      async perform(task, options): Promise<TaskResult> {
        await new Promise<void>((resolve, reject) => {
          held.push({ task, options, go: resolve })
          options.signal.addEventListener('abort', () => reject(options.signal.reason))
        })
        return real.perform(task, options)
      },
    }
  }
  return { engine, held }
}
