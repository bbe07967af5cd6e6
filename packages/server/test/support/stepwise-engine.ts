import type { Engine, Task, TaskOptions, TaskResult } from '../../src/engines/engine-port.ts'
import { inlineEngine } from '../../src/engines/inline-engine.ts'

/** A piece of work that has begun and goes no further until it is let through. */
export interface Held {
  readonly task: Task
  readonly options: TaskOptions
  go(): void
}

/** The real engine, of which each piece of work can be let through by itself. Work that is stopped ends. */
export function stepwiseEngine() {
  const held: Held[] = []
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
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
