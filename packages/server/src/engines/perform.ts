import { ServiceError } from '../errors.ts'
import type { ImageLimits } from '../imaging/codec.ts'
import { WORK } from '../operations/work.ts'
import type { Performed, Task } from './engine.ts'

/** Does the pixels of one task in whatever thread it is called. */
export async function perform(task: Task, limits: ImageLimits): Promise<Performed> {
  const work = WORK[task.operation]
  if (!work) throw new Error(`no work for ${task.operation}`)
  try {
    return { ok: true, ...(await work(task.images, task.params as never, limits)) }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}
