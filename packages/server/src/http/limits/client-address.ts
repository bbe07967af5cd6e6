import ipaddr from 'ipaddr.js'

/**
 * The subject that requests of an address count against. A customer has a whole /64 of IPv6, so that is one subject. An IPv4
 * address written as IPv6 counts as the IPv4 address.
 */
export function rateLimitSubject(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const prefix = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
