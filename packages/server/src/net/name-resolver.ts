import dns, { type LookupAddress } from 'node:dns'
import { abortable } from './abortable.ts'
import { fromHostsFile } from './hosts-file.ts'
import { isLocalhost } from './ip-ranges.ts'

/** Resolves a name to its addresses. Returns none if there are none, or if no name server replied in time. Never rejects. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** The time limit of a whole look-up. */
const LOOKUP_MS = 2_500
/** The time limit of a name server before the next one is tried. The second round takes twice as long. */
const TRY_MS = 750
const TRIES = 2
/** How long addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 250
/**
 * Simultaneous look-ups through the system's resolver. Each takes one of Node's four threads, which files and passwords need
 * too.
 */
const MAX_SYSTEM_LOOKUPS = 1

export interface NameResolverOptions {
  /** Name servers to use instead of the system's. */
  readonly servers?: readonly string[]
  /**
   * Whether the system's resolver is used for names that name servers do not know: search domains, mDNS and whatever else is
   * configured. Only for servers that may reach private addresses, because what only the system knows is private.
   */
  readonly useSystemResolver?: boolean
}

/**
 * Resolves names by the hosts file and c-ares. The system's resolver (getaddrinfo) would keep a thread waiting for a silent
 * name server; here a silent name server delays only its own look-up. Each look-up has its own resolver, so it can be
 * cancelled alone and uses changed name servers without a restart.
 *
 * IPv4 comes first. If it cannot be connected to, the other addresses are tried in turn.
 */
export function createNameResolver({ servers, useSystemResolver = false }: NameResolverOptions = {}): ResolveName {
  const lookUps = new Set<string>()

  const fromSystem = async (name: string): Promise<LookupAddress[]> => {
    if (lookUps.size >= MAX_SYSTEM_LOOKUPS) return []
    lookUps.add(name)
    const found = dns.promises.lookup(name, { all: true }).finally(() => lookUps.delete(name))
    return orNone(found)
  }

  return async (given) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    if (isLocalhost(name)) return HERE
    const known = await fromHostsFile(name)
    if (known.length > 0) return known
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), LOOKUP_MS)
    try {
      const found = await fromServers(name, servers, late.signal)
      if (found.length > 0 || !useSystemResolver || late.signal.aborted) return found
      return await orNone(abortable(fromSystem(name), late.signal))
    } finally {
      clearTimeout(timer)
    }
  }
}

const HERE: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const orNone = <T>(promised: Promise<T[]>): Promise<T[]> => promised.catch(() => [])

/** Looks up both address families at once. If one has addresses and the other is late, the first is used alone. */
async function fromServers(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const giveUp = () => resolver.cancel()
  signal.addEventListener('abort', giveUp)
  let timer: NodeJS.Timeout | undefined
  const lookUp = async (family: 4 | 6): Promise<LookupAddress[]> => {
    const found = await orNone(family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
    if (found.length > 0) timer ??= setTimeout(giveUp, OTHER_FAMILY_MS)
    return found.map((address) => ({ address, family }))
  }
  try {
    return (await Promise.all([lookUp(4), lookUp(6)])).flat()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}
