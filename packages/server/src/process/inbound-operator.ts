import { notFound } from '../base/service-error.ts'
import type { PurchaseSource } from '../database/schema/purchase-tables.ts'
import { createEventLog } from '../events/log/event-log.ts'
import { createNet } from '../net/net-part.ts'
import { type InboundEventRow, inboundEventRepository } from '../purchases/inbound/inbound-event-repository.ts'
import { createPayments } from '../purchases/payments.ts'
import { inProcessQueue } from '../queue/in-process-queue.ts'
import type { Core } from './open-core.ts'

/** The events that providers of payments have sent, for operators. */
export const createInboundOperator = (core: Core) => {
  const { db } = core.database
  // Nobody listens in this process. A server finds new deliveries by itself.
  const queue = inProcessQueue({ isSettled: async () => true })
  const net = createNet(core.config)
  const payments = createPayments({ ...core, db, net, events: createEventLog({ ...core, queue }) })

  const stored = async (id: string): Promise<InboundEventRow> => {
    const row = await inboundEventRepository(db).byId(id)
    if (!row) throw notFound(`event ${id}`)
    return row
  }

  return {
    /** The newest events, without their bodies. */
    async inboundEvents(wish: { receiver?: PurchaseSource; state?: InboundEventRow['state']; limit: number }) {
      const rows = await inboundEventRepository(db).list(wish)
      return rows.map(({ body: _, ...row }) => row)
    },

    /** An event with its body, as it came. @throws ServiceError `not_found` */
    async inboundEvent(id: string) {
      const row = await stored(id)
      return { ...row, body: Buffer.from(row.body, 'base64').toString('utf8') }
    },

    /**
     * Books an event again. What is booked already stays as it is.
     *
     * @throws ServiceError `not_found`; and what booking throws
     */
    async replayInbound(id: string) {
      const { receiver } = await stored(id)
      try {
        return { id, receiver, ...(await payments.inbound.replay(id)) }
      } finally {
        await payments.close()
      }
    },
  }
}
