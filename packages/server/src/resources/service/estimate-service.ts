import type { EndpointCatalogue } from '../../base/ports.ts'
import type { Schemas } from '../../contract/index.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import type { Db } from '../../database/open-database.ts'
import { creditsOf, type Order, type RunOrder } from '../../operations/define-operation.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { Size } from '../../operations/picture-size.ts'
import type { DurationEstimate } from '../../runs/execution/duration-estimate.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'

/** The caller decides how many fields there are, and a longer list helps nobody. */
const MOST_IGNORED = 100

/**
 * Prices a request by rehearsing it up to the point where credits would be held: the document checks it, the handler's own
 * reader turns it into an order, and the operation returns its price. It writes and fetches nothing. It only reads the size
 * of stored pictures, which the duration depends on.
 */
export const createEstimate = (deps: {
  db: Db
  endpoints: EndpointCatalogue
  orders: Pick<OrderReader, 'read'>
  sources: Pick<Sources, 'size'>
  durationEstimate: DurationEstimate
}) => {
  const { db, endpoints, orders, sources, durationEstimate } = deps

  const secondsOf = async (order: Order, accountId: string, given: Size | undefined): Promise<number> => {
    const sizesOf = async ({ operation, params }: RunOrder) => {
      const addresses = operation.sources(params)
      return Promise.all(addresses.map(async (address) => given ?? (await sources.size(address, accountId))))
    }
    const seconds = await durationEstimate.seconds(order, sizesOf)
    return Math.max(0.1, Math.round(seconds * 10) / 10)
  }

  const priceOf = async (
    accountId: string,
    request: Parameters<EndpointCatalogue['rehearse']>[0],
    given: Size | undefined,
  ) => {
    const { operationId, imageOperations, costs, waits, body, ignored } = await endpoints.rehearse(request, accountId)
    if (!costs) return { operation: imageOperations[0] ?? operationId, each: 0, ignored, time: {} }
    const order = orders.read(operationId, body)
    const time = {
      estimated_seconds: await secondsOf(order, accountId, given),
      ...(waits && !order.items && { deadline_seconds: order.operation.deadlineSeconds }),
    }
    return { operation: order.operation.name, each: creditsOf(order), ignored, time }
  }

  return async (
    accountId: string,
    { quantity, width, height, ...request }: Schemas['EstimateRequest'],
  ): Promise<Schemas['Estimate']> => {
    const given = width !== undefined && height !== undefined ? { width, height } : undefined
    const [{ operation, each, ignored, time }, available] = await Promise.all([
      priceOf(accountId, request, given),
      ledgerRepository(db).balance(accountId),
    ])
    const credits = each * quantity
    return {
      operation,
      credits_each: each,
      credits,
      available_credits: available,
      affordable: credits <= available,
      ...time,
      ...(ignored.length > 0 && { ignored_fields: ignored.slice(0, MOST_IGNORED) }),
    }
  }
}
