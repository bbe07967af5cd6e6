import { createHash } from 'node:crypto'
import type { Engine, Task, TaskResult } from '../../src/engines/engine-port.ts'
import { inlineEngine } from '../../src/engines/inline-engine.ts'
import type { ProgressReport } from '../../src/operations/define-work.ts'

interface Remembered {
  readonly result: TaskResult
  readonly reports: readonly ProgressReport[]
}

/** Of all test files in this process. The oldest is forgotten first. */
const remembered = new Map<string, Promise<Remembered>>()
const MANY = 300

/**
 * The real engine, which makes each picture once: the same photo with the same parameters gives the same result, so most of
 * what tests of the API ask for was made for another test before. It answers and reports its progress like the real one. With
 * networks nothing is remembered.
 */
export function rememberingEngine(options: Parameters<typeof inlineEngine>[0]): Engine {
  const real = inlineEngine(options)
  if (options.networks) return real
  return {
    ...real,
    async perform(task, asked) {
      // Work that wants masks of providers depends on their answers.
      if (task.masks) return real.perform(task, asked)
      const { signal, report, onStart } = asked
      signal.throwIfAborted()
      const key = keyOf(task, options.limits)
      const known = remembered.get(key)
      if (known === undefined) {
        const reports: ProgressReport[] = []
        const collect = (progress: ProgressReport) => {
          reports.push(progress)
          report?.(progress)
        }
        const making = real.perform(task, { signal, ...(onStart && { onStart }), report: collect })
        remember(
          key,
          making.then((result) => ({ result: structuredClone(result), reports })),
        )
        return making
      }
      onStart?.()
      const { result, reports } = await known
      for (const progress of reports) report?.(progress)
      return structuredClone(result)
    },
  }
}

function remember(key: string, work: Promise<Remembered>): void {
  remembered.set(key, work)
  work.catch(() => remembered.delete(key))
  const [oldest] = remembered.keys()
  if (remembered.size > MANY && oldest !== undefined) remembered.delete(oldest)
}

/** Pictures are told apart by their bytes. Their addresses differ with every server and appear in no result. */
function keyOf({ operation, params, inputs }: Task, limits: unknown): string {
  const withoutAddresses = (_: string, value: unknown) =>
    typeof value === 'string' && /^https?:/.test(value) ? '' : value
  const hash = createHash('sha256').update(JSON.stringify([operation, params, limits], withoutAddresses))
  for (const bytes of inputs) hash.update(`\0${bytes.byteLength}\0`).update(bytes)
  return hash.digest('hex')
}
