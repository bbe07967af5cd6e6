import { operationNamed } from '../operations/image-operations.ts'
import type { Engine, Task, TaskOptions, TaskResult } from './engine-port.ts'

/** Performs a task part by part, if its operation has parts. Between two of them, other tasks have their turn. */
export async function performParts(engine: Engine, task: Task, options: TaskOptions): Promise<TaskResult> {
  const { parts } = operationNamed(task.operation)
  const each = parts?.of(task.params) ?? []
  if (!parts || each.length < 2) return engine.perform(task, options)
  const { share } = options
  const ofPart = { ...options, ...(share && { share: { ...share, seconds: share.seconds / each.length } }) }
  const done: Extract<TaskResult, { ok: true }>[] = []
  for (const [place, params] of each.entries()) {
    const result = await engine.perform({ ...task, params, inputs: place === 0 ? task.inputs : [] }, ofPart)
    if (!result.ok) return result
    done.push(result)
  }
  const [first] = done
  if (!first) throw new Error('there is no part')
  const recipe = parts.recipe(done.map((one) => one.recipe))
  return { ...first, outputs: done.flatMap(({ outputs }) => outputs), recipe }
}
