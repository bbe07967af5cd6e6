import { ServiceError } from '../../base/service-error.ts'
import { ENDPOINT_DEADLINE_SECONDS } from '../../contract/generated/document-operations.ts'
import type { Schemas } from '../../contract/index.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { PlatformCheckDetails, PlatformCheckParams } from '../../operations/platform-check/platform-check-work.ts'
import type { PlatformTerms } from '../../operations/platforms/platform-terms.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'

type Item = Schemas['PlatformCheck']

const DEADLINE_SECONDS = ENDPOINT_DEADLINE_SECONDS['exports.check']
/** Pictures of one request that are fetched and measured at the same time. */
const AT_ONCE = 2
/** The number of waiting tasks above which checks are refused. A check can easily be repeated. */
const MOST_WAITING = 32

/**
 * Compares pictures with the rules of platforms. There is no run: nothing is created, charged or stored, and a lost reply is
 * simply requested again. The pixels are still measured in the engine's threads, like all pixels.
 */
export function createChecks(deps: { engineFor: EngineFor; sources: Pick<Sources, 'check' | 'load'> }) {
  const { sources } = deps
  const engine = deps.engineFor('pixels')
  const one = async (address: string, terms: readonly PlatformTerms[], accountId: string, signal: AbortSignal) => {
    sources.check(address)
    const { bytes } = await sources.load(address, accountId, signal)
    const params: PlatformCheckParams = { terms }
    const result = await engine.perform({ operation: 'platform-check', params, inputs: [bytes] }, { signal })
    if (!result.ok) throw new ServiceError(result.code, result.message)
    return result.details as PlatformCheckDetails
  }

  return {
    /** An item for each address, in order. An error about one picture is in its item. */
    async all(
      addresses: readonly string[],
      terms: readonly PlatformTerms[],
      accountId: string,
      caller: AbortSignal,
    ): Promise<Item[]> {
      if (engine.load().waiting > MOST_WAITING) throw overloaded()
      const deadline = AbortSignal.timeout(DEADLINE_SECONDS * 1000)
      const signal = AbortSignal.any([caller, deadline])
      const items: Item[] = []
      let next = 0
      const lane = async (): Promise<void> => {
        while (next < addresses.length) {
          const index = next++
          const image_url = addresses[index] as string
          try {
            items[index] = { index, image_url, ...(await one(image_url, terms, accountId, signal)) }
          } catch (error) {
            if (deadline.aborted) throw tooSlow()
            if (!(error instanceof ServiceError)) throw error
            items[index] = { index, image_url, error: { code: error.code, message: error.message } }
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      return items
    },
  }
}

const overloaded = () => new ServiceError('overloaded', 'Too much work is waiting; try again in a moment.', {}, 5)

const tooSlow = () =>
  new ServiceError(
    'overloaded',
    `The pictures could not be checked within ${DEADLINE_SECONDS} seconds; send fewer at a time.`,
    {},
    5,
  )
