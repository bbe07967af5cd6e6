import type { InFlightDelivery } from './deliveries-in-flight.ts'

/** To one endpoint at once, so that one slow answer does not hold up its next event. */
const MAX_PER_ENDPOINT = 4
/** To all endpoints at once. Attempts mostly wait for others. */
const MAX_TOTAL = 256
/** Of those, to endpoints whose last attempt failed, so that dead receivers leave room for working ones. */
const MAX_FAILING = 128

/**
 * How many more deliveries may begin now, for each endpoint.
 *
 * @param inFlight Deliveries that are under way.
 * @param failing Endpoints whose last attempt failed.
 */
export function createDeliveryQuota(inFlight: readonly InFlightDelivery[], failing: ReadonlySet<string>) {
  const perEndpoint = new Map<string, number>()
  let total = 0
  let totalFailing = 0

  const take = (endpointId: string, count: number): void => {
    perEndpoint.set(endpointId, (perEndpoint.get(endpointId) ?? 0) + count)
    total += count
    if (failing.has(endpointId)) totalFailing += count
  }
  for (const { endpointId } of inFlight) take(endpointId, 1)

  return {
    take,
    for(endpointId: string): number {
      const left = Math.min(MAX_TOTAL - total, failing.has(endpointId) ? MAX_FAILING - totalFailing : MAX_TOTAL)
      return Math.max(0, Math.min(MAX_PER_ENDPOINT - (perEndpoint.get(endpointId) ?? 0), left))
    },
  }
}
