import { ServiceError } from '../../base/service-error.ts'
import { ENDPOINT_DEADLINE_SECONDS } from '../../contract/generated/document-operations.ts'
import type { Schemas } from '../../contract/index.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { PlatformCheckDetails, PlatformCheckParams } from '../../operations/platform-check/platform-check-work.ts'
import type { PlatformTerms } from '../../operations/platforms/platform-terms.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import { createFreeWork } from '../../runs/free-work.ts'

type Item = Schemas['PlatformCheck']

/** Pictures of one request that are fetched and measured at the same time. */
const AT_ONCE = 2

/** Compares pictures with the rules of platforms. */
export function createChecks(deps: { engineFor: EngineFor; sources: Pick<Sources, 'check' | 'load'> }) {
  const work = createFreeWork(deps.engineFor('pixels'), deps.sources)

  return {
    /** An item for each address, in order. An error about one picture is in its item. */
    all: (addresses: readonly string[], terms: readonly PlatformTerms[], accountId: string, caller: AbortSignal) =>
      work.within(ENDPOINT_DEADLINE_SECONDS['exports.check'], caller, async (signal): Promise<Item[]> => {
        const params: PlatformCheckParams = { terms }
        const items: Item[] = []
        let next = 0
        const lane = async (): Promise<void> => {
          while (next < addresses.length) {
            const index = next++
            const image_url = addresses[index] as string
            const asked = { operation: 'platform-check', params, imageUrl: image_url, accountId } as const
            try {
              items[index] = { index, image_url, ...(await work.perform<PlatformCheckDetails>(asked, signal)) }
            } catch (error) {
              if (signal.aborted || !(error instanceof ServiceError)) throw error
              items[index] = { index, image_url, error: { code: error.code, message: error.message } }
            }
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, lane))
        return items
      }),
  }
}
