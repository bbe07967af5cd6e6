import ipaddr from 'ipaddr.js'

/**
 * Whether an address is out on the public internet. `process` unwraps IPv4 mapped into IPv6; every range but unicast
 * (loopback, private, link-local and the metadata address in it, carrier NAT, NAT64, 6to4, Teredo, multicast, reserved) is not.
 */
export function isPublicAddress(address: string): boolean {
  try {
    return ipaddr.process(address).range() === 'unicast'
  } catch {
    return false
  }
}
