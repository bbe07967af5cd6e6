/** At once to one endpoint: one that answers slowly does not hold up its own next event. */
const MAX_PER_ENDPOINT = 4
/** At once in all. They wait for others most of the time. */
const MAX_TOTAL = 256
/** Of those, what endpoints may have between them whose last attempt failed: so the dead leave room for the living. */
const MAX_FAILING = 128

/**
 * How many deliveries may be begun now for each endpoint.
 *
 * @param taken the endpoint of each delivery that is under way
 */
export function createDeliveryQuota(taken: Iterable<string>, failing: ReadonlySet<string>) {
  const each = new Map<string, number>()
  let all = 0
  let ofFailing = 0

  const take = (endpointId: string, count: number): void => {
    each.set(endpointId, (each.get(endpointId) ?? 0) + count)
    all += count
    if (failing.has(endpointId)) ofFailing += count
  }
  for (const endpointId of taken) take(endpointId, 1)

  return {
    take,
    for(endpointId: string): number {
      const room = Math.min(MAX_TOTAL - all, failing.has(endpointId) ? MAX_FAILING - ofFailing : MAX_TOTAL)
      return Math.max(0, Math.min(MAX_PER_ENDPOINT - (each.get(endpointId) ?? 0), room))
    },
  }
}
