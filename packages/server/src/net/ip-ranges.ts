import ipaddr from 'ipaddr.js'

/** All that was ever given out of IPv6; what lies outside is reserved, or IPv4 in an old disguise (`::127.0.0.1`). */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Where clouds answer each machine about itself, credentials included, as far as that is not link-local. One is a public
 * address by its range (Azure), the others are private ones that a development server could reach.
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

/** Names of the same. They lead to such an address, and are known without asking anybody. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Ranges in which an address leads to a neighbour on the cable, to many, or through a translator to another address. */
const NEVER = new Set(['linkLocal', 'multicast', 'broadcast', 'rfc6145', 'rfc6052', '6to4', 'teredo'])

/** IPv4 in an old disguise (`::169.254.169.254`), but for `::` and `::1`. */
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
 * Whether an address is out on the public internet. Every range but unicast (loopback, private, link-local and the metadata
 * address in it, carrier NAT, NAT64, 6to4, Teredo, multicast, reserved) is not, and neither is the metadata service of a cloud.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address)
  if (parsed?.range() !== 'unicast' || isMetadata(parsed)) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT)
}

/** Whether an address is this machine itself. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback'

/** Whether a server may connect to an address that private ones are allowed to: never to link-local and metadata ones. */
export function isAllowedInDevelopment(address: string): boolean {
  const parsed = parse(address)
  if (!parsed || isMetadata(parsed) || NEVER.has(parsed.range())) return false
  if (parsed instanceof ipaddr.IPv4) return true
  return ['loopback', 'unspecified'].includes(parsed.range()) || !parsed.match(IPV4_COMPATIBLE)
}

/** Names below localhost are this machine wherever they are asked about (RFC 6761). */
export const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

/** Whether a name is known to lead to the metadata service of a cloud. */
export const isMetadataName = (host: string): boolean => METADATA_NAMES.has(host.toLowerCase().replace(/\.$/, ''))
