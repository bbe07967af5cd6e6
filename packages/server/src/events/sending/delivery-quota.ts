import type { InFlightDelivery } from './deliveries-in-flight.ts'

/** Simultaneous deliveries to one endpoint by all processes, so that one slow reply does not delay its next event. */
export const MAX_PER_ENDPOINT = 4
/**
 * Simultaneous deliveries of this process to all endpoints. Each process has as many, because this limit protects its own
 * sockets and memory. Attempts spend most of their time waiting for others.
 */
export const MAX_TOTAL = 256
/** The share of these for endpoints whose last attempt failed, so that dead receivers leave capacity for working ones. */
export const MAX_FAILING = 128

/**
 * The number of further deliveries that may start now, per endpoint.
 *
 * @param inFlight Deliveries in progress.
 * @param failing Endpoints whose last attempt failed.
 * @param elsewhere The number of deliveries that other processes have in progress, per endpoint.
 */
export function createDeliveryQuota(
  inFlight: readonly InFlightDelivery[],
  failing: ReadonlySet<string>,
  elsewhere: ReadonlyMap<string, number> = new Map(),
) {
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
      const underWay = (perEndpoint.get(endpointId) ?? 0) + (elsewhere.get(endpointId) ?? 0)
      return Math.max(0, Math.min(MAX_PER_ENDPOINT - underWay, left))
    },
  }
}
