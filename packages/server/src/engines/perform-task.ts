import { ServiceError } from '../base/service-error.ts'
import { MaskWanted, providedMasks } from '../operations/cutouts/provided-masks.ts'
import type { WorkContext, WorkResult } from '../operations/define-work.ts'
import { OPERATION_WORKS } from '../operations/operation-works.ts'
import { mayPass } from './engine-bug.ts'
import type { Task, TaskResult } from './engine-port.ts'
import { reportAnswers } from './report-answers.ts'

/**
 * Performs one task in the calling thread.
 *
 * @throws what may be gone the next time
 */
export async function performTask(task: Task, context: WorkContext): Promise<TaskResult> {
  const work: (inputs: Task['inputs'], params: never, context: WorkContext) => Promise<WorkResult> =
    OPERATION_WORKS[task.operation]
  const { masks, inputs } = task
  const heard = reportAnswers(context)
  const networks = masks ? { ...heard.networks, provided: providedMasks(masks, inputs.length) } : heard.networks
  try {
    return { ok: true, ...(await work(inputs, task.params as never, { ...heard, networks })) }
  } catch (error) {
    if (error instanceof MaskWanted) {
      return { ok: false, code: 'internal_error', message: error.message, wanted: error.wanted }
    }
    if (error instanceof ServiceError) return { ok: false, code: error.code, message: error.message }
    if (mayPass(error)) throw error
    return { ok: false, code: 'internal_error', message: 'The work failed unexpectedly.', thrown: error }
  }
}
