import type { WriteOptions } from '../../transport/api-call.ts'
import type { JsonBody } from '../../transport/send-operation.ts'
import type { ResourceMethods } from '../resource-methods.ts'

type PortalRequest = NonNullable<JsonBody<'POST', '/api/billing/create-portal-session'>>

/** The page on which people see their plan and credits, and get more. */
export const billing = ({ send }: ResourceMethods) => ({
  /** Returns the address of the page, to open in a browser. It works once, within five minutes. */
  createPortalSession: (params: PortalRequest = {}, options?: WriteOptions) =>
    send('POST', '/api/billing/create-portal-session', { json: params }, options),
})
