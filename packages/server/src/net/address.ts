import ipaddr from 'ipaddr.js'

/** All that was ever given out of IPv6; what lies outside is reserved, or IPv4 in an old disguise (`::127.0.0.1`). */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is out on the public internet. `process` unwraps IPv4 mapped into IPv6; every range but unicast
 * (loopback, private, link-local and the metadata address in it, carrier NAT, NAT64, 6to4, Teredo, multicast, reserved) is not.
 */
export function isPublicAddress(address: string): boolean {
  try {
    const parsed = ipaddr.process(address)
    if (parsed.range() !== 'unicast') return false
    return parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT)
  } catch {
    return false
  }
}
