import { ServiceError } from '../base/service-error.ts'
import { WORK, type WorkContext } from '../operations/operation-works.ts'
import type { Task, TaskResult } from './engine-port.ts'

/** Works on the pixels of one task, in the calling thread. */
export async function performTask(task: Task, context: WorkContext): Promise<TaskResult> {
  const work = WORK[task.operation]
  if (!work) throw new Error(`no work for ${task.operation}`)
  try {
    return { ok: true, ...(await work(task.inputs, task.params as never, context)) }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}
