import type { WriteOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** The page on which people see their plan and credits, and get more. */
export const billing = ({ send }: ResourceMethods) => ({
  /** Returns the address of the page, to open in a browser. It works once, within five minutes. */
  createPortalSession: (params: { return_url?: string } = {}, options?: WriteOptions) =>
    send('POST', '/api/billing/create-portal-session', { json: params }, options),
})
