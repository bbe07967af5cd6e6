import dns from 'node:dns'
import { createOutboundAgent, type OutboundAgentOptions } from './outbound-agent.ts'

/**
 * Requests to services whose addresses the operator set. They may be private, on this machine, or known to the system's
 * resolver only, so the address policy for strangers' addresses does not apply. Redirects are not followed here either.
 *
 * @param options.timeoutMs The limit of a connection (at most 10 s), of the headers, and of each pause within a body.
 */
export const createOperatorAgent = (options: Pick<OutboundAgentOptions, 'timeoutMs' | 'keepAliveMs' | 'proxy'>) =>
  createOutboundAgent({
    ...options,
    proxyKnowsNames: true,
    allows: () => true,
    refuse: unknownHost,
    refuseName: unknownHost,
    resolveName: (name) => dns.promises.lookup(name, { all: true }).catch(() => []),
  })

const unknownHost = (host: string): Error =>
  Object.assign(new Error(`the name ${host} is not known`), { code: 'ENOTFOUND' })
