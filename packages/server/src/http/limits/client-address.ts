import ipaddr from 'ipaddr.js'

/**
 * Who an address stands for when requests are counted. One customer has a whole /64 of IPv6, so that is one
 * subject; an IPv4 address written as IPv6 is itself.
 */
export function rateLimitSubject(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const prefix = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
