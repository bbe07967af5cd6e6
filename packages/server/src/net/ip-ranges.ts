import ipaddr from 'ipaddr.js'

/**
 * The only part of IPv6 that has been allocated. Everything else is reserved, or is IPv4 in an old notation (`::127.0.0.1`).
 */
const ALLOCATED = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Metadata services of clouds, which give each machine its data and credentials. Link-local ones are not listed, because
 * their whole range is refused. The range of one (Azure) is public; the others are private, so a development server could
 * reach them.
 */
const METADATA = new Set(
  [
    '168.63.129.16', // Azure
    '100.100.100.200', // Alibaba Cloud
    '192.0.0.192', // Oracle Cloud, the older one
    'fd00:ec2::254', // AWS: metadata, and credentials of containers
    'fd00:ec2::23',
    'fd20:ce::254', // Google Cloud
    'fd00:42::42', // Scaleway
    'fd00:a9fe:a9fe::1', // Akamai (Linode)
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
)

/** The names of these services. They lead to such addresses and are refused without a look-up. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/**
 * Ranges in which an address leads to a neighbour on the local network, to many machines, or through a translator to another
 * address.
 */
const NEVER = new Set(['linkLocal', 'multicast', 'broadcast', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

/** IPv4 in an old notation (`::169.254.169.254`). `::` and `::1` are also in this range. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `process` unwraps IPv4 mapped into IPv6. */
function parse(address: string): Address | undefined {
  try {
    return ipaddr.process(address)
  } catch {
    return undefined
  }
}

const isMetadata = (address: Address): boolean => METADATA.has(address.toNormalizedString())

/**
 * Whether an address is on the public internet. Only unicast addresses are. Loopback, private, link-local with its metadata
 * address, carrier NAT, NAT64, 6to4, Teredo, multicast and reserved ones are not, and neither are metadata services of
 * clouds.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (parsed?.range() !== 'unicast' || isMetadata(parsed)) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(ALLOCATED)
}

/** Whether an address is a loopback address of this machine. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback'

/**
 * Whether a server that may reach private addresses may connect to this one. Link-local and metadata addresses are refused.
 */
export function isAllowedInDevelopment(address: string): boolean {
  const parsed = parse(address)
  if (!parsed || isMetadata(parsed) || NEVER.has(parsed.range())) return false
  if (parsed instanceof ipaddr.IPv4) return true
  return ['loopback', 'unspecified'].includes(parsed.range()) || !parsed.match(IPV4_COMPATIBLE)
}

/** Names below localhost always mean this machine (RFC 6761). */
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

/** Whether a name is known to lead to the metadata service of a cloud. */
export const isMetadataName = (host: string): boolean => METADATA_NAMES.has(host.toLowerCase().replace(/\.$/, ''))
