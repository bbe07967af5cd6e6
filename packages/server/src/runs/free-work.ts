import { ServiceError } from '../base/service-error.ts'
import type { Engine } from '../engines/engine-port.ts'
import type { TaskName } from '../operations/operation-works.ts'
import type { Sources } from './execution/run-sources.ts'

/** The number of waiting tasks above which free work is refused. It can easily be asked for again. */
const MOST_WAITING = 32

interface FreeWork {
  readonly operation: TaskName
  readonly params: unknown
  readonly imageUrl: string
  readonly accountId: string
}

/**
 * Work on a picture without a run: nothing is created, charged or stored, and a lost reply is simply requested again. The
 * pixels are still read in the engine's threads, like all pixels.
 */
export function createFreeWork(engine: Engine, sources: Pick<Sources, 'check' | 'load'>) {
  return {
    /**
     * Does what is asked for within a time, unless the caller goes away.
     *
     * @throws ServiceError `overloaded` when the engine has enough to do, or when the time is over
     */
    async within<Result>(
      seconds: number,
      caller: AbortSignal,
      ask: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      if (engine.load().waiting > MOST_WAITING) throw overloaded('Too much work is waiting; try again in a moment.')
      const deadline = AbortSignal.timeout(seconds * 1000)
      try {
        return await ask(AbortSignal.any([caller, deadline]))
      } catch (error) {
        if (!deadline.aborted) throw error
        throw overloaded(`The work was not done within ${seconds} seconds; send fewer or smaller pictures at a time.`)
      }
    },

    /** @throws ServiceError what the picture or its address is refused for, and the errors of the work */
    async perform<Details>(
      { operation, params, imageUrl, accountId }: FreeWork,
      signal: AbortSignal,
    ): Promise<Details> {
      sources.check(imageUrl)
      const { bytes } = await sources.load(imageUrl, accountId, signal)
      const result = await engine.perform({ operation, params, inputs: [bytes] }, { signal })
      if (!result.ok) throw new ServiceError(result.code, result.message)
      return result.details as Details
    },
  }
}

const overloaded = (message: string) => new ServiceError('overloaded', message, {}, 5)
