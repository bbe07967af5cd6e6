import type { Schemas } from '../../contract/index.ts'
import { ledgerRepository } from '../../credits/repository.ts'
import type { Db } from '../../database/open.ts'
import { creditsOf, type Order } from '../../operations/define.ts'
import type { Endpoints } from '../../ports.ts'

/** How an endpoint translates its body, by operationId. The checked forms are `Orders` of each noun. */
export type OrdersById = Readonly<Record<string, (body: never) => Order>>

/** Listing more helps nobody, and the list is as long as the caller likes. */
const MOST_IGNORED = 100

/**
 * Prices a request by the way it would go if it were sent, up to where credits would be held: the document checks it,
 * the handler's own translation reads it, the operation says its price. Nothing is written, fetched or looked up.
 */
export const createEstimate = ({ db, endpoints, orders }: { db: Db; endpoints: Endpoints; orders: OrdersById }) => {
  const priceOf = async (request: Parameters<Endpoints['rehearse']>[0]) => {
    const { operationId, imageOperations, costs, body, ignored } = await endpoints.rehearse(request)
    if (!costs) return { operation: imageOperations[0] ?? operationId, each: 0, ignored }
    const translate = orders[operationId]
    if (!translate) throw new Error(`${operationId} costs credits, and nothing says how its body is read.`)
    const order = translate(body as never)
    return { operation: order.operation.name, each: creditsOf(order), ignored }
  }

  return async (
    accountId: string,
    { quantity, ...request }: Schemas['EstimateRequest'],
  ): Promise<Schemas['Estimate']> => {
    const [{ operation, each, ignored }, available] = await Promise.all([
      priceOf(request),
      ledgerRepository(db).balance(accountId),
    ])
    const credits = each * quantity
    return {
      operation,
      credits_each: each,
      credits,
      available_credits: available,
      affordable: credits <= available,
      ...(ignored.length > 0 && { ignored_fields: ignored.slice(0, MOST_IGNORED) }),
    }
  }
}
