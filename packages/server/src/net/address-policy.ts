import { isIP } from 'node:net'
import type { Config } from '../base/config/server-config.ts'
import { isAllowedInDevelopment, isLocalhost, isLoopbackAddress, isMetadataName, isPublicAddress } from './ip-ranges.ts'

/** Whether an IP address may be connected to. */
export type Allows = (address: string) => boolean

type Settings = Pick<Config, 'allowPrivateUrls' | 'production' | 'host' | 'publicUrl' | 'trustProxy'>

/** Which addresses pictures may be fetched from. */
export const imageAddresses = ({ allowPrivateUrls }: Pick<Settings, 'allowPrivateUrls'>): Allows =>
  allowPrivateUrls ? isAllowedInDevelopment : isPublicAddress

/**
 * Which addresses events may be sent to. A server that only this machine can reach sends to this machine too: a receiver
 * that is being written runs there, and everybody with an account could connect to it anyway.
 */
export function receiverAddresses(settings: Settings): Allows {
  const allows = imageAddresses(settings)
  return isForThisMachineOnly(settings) ? (address) => allows(address) || isLoopbackAddress(address) : allows
}

/** Behind a proxy, which a public address or a trusted proxy tell of, others reach a server that listens on loopback. */
const isForThisMachineOnly = ({ production, host, publicUrl, trustProxy }: Settings): boolean =>
  !production &&
  trustProxy === 0 &&
  isLoopbackHost(host) &&
  (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname))

const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  return isLocalhost(bare) || isLoopbackAddress(bare)
}

/** Whether a host is refused by what is written, without asking a name server. */
export function isRefusedAsWritten(host: string, allows: Allows): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isLocalhost(bare)) return !allows('127.0.0.1')
  return isMetadataName(bare) || (isIP(bare) !== 0 && !allows(bare))
}
