import { isIP } from 'node:net'
import type { Config } from '../base/config/server-config.ts'
import { isAllowedInDevelopment, isLocalhost, isLoopbackAddress, isMetadataName, isPublicAddress } from './ip-ranges.ts'

/** Whether an IP address may be connected to. */
export type Allows = (address: string) => boolean

type Settings = Pick<Config, 'allowPrivateUrls' | 'production' | 'host' | 'publicUrl' | 'trustProxy'>

/** The addresses that pictures may be fetched from. */
export const imageAddresses = ({ allowPrivateUrls }: Pick<Settings, 'allowPrivateUrls'>): Allows =>
  allowPrivateUrls ? isAllowedInDevelopment : isPublicAddress

/**
 * The addresses that events may be sent to. A server that can be reached only from this machine may send to this machine
 * too. A receiver under development runs there, and everybody with an account could connect to it anyway.
 */
export function receiverAddresses(settings: Settings): Allows {
  const allows = imageAddresses(settings)
  return isForThisMachineOnly(settings) ? (address) => allows(address) || isLoopbackAddress(address) : allows
}

/**
 * A public address or a trusted proxy in the settings means that there is a proxy, through which others reach a server that
 * listens on loopback.
 */
const isForThisMachineOnly = ({ production, host, publicUrl, trustProxy }: Settings): boolean =>
  !production &&
  trustProxy === 0 &&
  isLoopbackHost(host) &&
  (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname))

/**
 * Whether cookies of a server at this address are sent over https only. On loopback without TLS they are not, because not every
 * browser keeps such cookies there.
 */
export const needsSecureCookies = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopbackHost(hostname)
}

const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  return isLocalhost(bare) || isLoopbackAddress(bare)
}

/** Whether a host is refused by its spelling alone, without a name server. */
export function isRefusedAsWritten(host: string, allows: Allows): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isLocalhost(bare)) return !allows('127.0.0.1')
  return isMetadataName(bare) || (isIP(bare) !== 0 && !allows(bare))
}
