import { BlockList, isIP } from 'node:net'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { parseUrl } from '../transport/sdk-url.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A proxy that the environment names. */
export interface EnvironmentProxy {
  /** The variable that names it. */
  readonly variable: string
  /** May contain a password. `place` is for people. */
  readonly url: URL
  /** Its address without user and password. */
  readonly place: string
}

/**
 * The proxy for an address: HTTPS_PROXY or HTTP_PROXY, else ALL_PROXY, in lower case first, as curl reads them. There is none
 * for this machine, nor for what NO_PROXY names.
 *
 * @throws PlatelightError `invalid_proxy`
 */
export function proxyFor(target: URL, env: Environment): EnvironmentProxy | undefined {
  const name = `${target.protocol.slice(0, -1)}_proxy`
  const variable = [name, name.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((each) => env[each]?.trim())
  // A web server gives the header "Proxy" of a request to its programs as HTTP_PROXY.
  if (variable === undefined || (variable === 'HTTP_PROXY' && env.REQUEST_METHOD !== undefined)) return undefined
  if (isExempt(target, `${LOCAL},${env.no_proxy?.trim() || env.NO_PROXY || ''}`)) return undefined
  const given = env[variable]?.trim() ?? ''
  const url = parseUrl(/^[a-z][\w+.-]*:\/\//i.test(given) ? given : `http://${given}`)
  if (!url || !/^(https?|socks5?):$/.test(url.protocol) || url.hostname === '') {
    throw new PlatelightError('invalid_proxy', `${variable} must be an address such as http://proxy.example.com:3128.`)
  }
  return { variable, url, place: `${url.protocol}//${url.host}` }
}

const LOCAL = 'localhost,127.0.0.0/8,::1'

/**
 * Whether a list names the host: as a name that stands for all names below it, as an address, as a network such as 10.0.0.0/8,
 * each with or without a port, or as * for all.
 */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  const hostPort = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true
      const [, inBrackets, plain, entryPort] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? []
      if (entryPort !== undefined && entryPort !== hostPort) return false
      const place = inBrackets ?? plain ?? ''
      if (isIP(host) !== 0) return isInNetwork(host, place)
      const name = place.replace(/^\*?\.?|\.$/g, '')
      return name !== '' && (host === name || host.endsWith(`.${name}`))
    })
}

function isInNetwork(host: string, place: string): boolean {
  const [address = '', bits] = place.split('/')
  const family = isIP(address)
  if (family === 0 || family !== isIP(host)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits)
  if (!(length >= 0 && length <= (family === 6 ? 128 : 32))) return false
  const network = new BlockList()
  network.addSubnet(address, length, type)
  return network.check(host, type)
}
