import dns, { type LookupAddress } from 'node:dns'
import { abortable } from './abortable.ts'
import { fromHostsFile } from './hosts-file.ts'
import { isLocalhost } from './ip-ranges.ts'

/** The addresses of a name; none where it has none, or where nobody said so in time. Never rejects. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

/** What a look-up may take in all. */
const LOOKUP_MS = 2_500
/** What the first name server has to answer within before the next is asked; the second round takes twice as long. */
const TRY_MS = 750
const TRIES = 2
/** One kind of address waits so long for the other. */
const OTHER_FAMILY_MS = 250
/** At once through the system's resolver: each takes one of Node's four threads, which files and passwords need too. */
const SYSTEM_AT_ONCE = 1

export interface NameResolverOptions {
  /** Asked instead of those that the system names. */
  readonly servers?: readonly string[]
  /**
   * Whether what name servers do not know is asked of the system: search domains, mDNS, whatever else it is set up for. Only
   * where private addresses are allowed, as what the system alone knows is private.
   */
  readonly useSystemResolver?: boolean
}

/**
 * Resolves names by the hosts file and c-ares, so that a name server that is silent holds nothing but its own look-up: the
 * system's resolver (getaddrinfo) would keep a thread waiting for it. Each look-up has a resolver of its own. So it can be
 * called off alone, and hears of other name servers without a restart.
 *
 * IPv4 comes first. Where it cannot be connected to, the other addresses are tried in turn.
 */
export function createNameResolver({ servers, useSystemResolver = false }: NameResolverOptions = {}): ResolveName {
  const asking = new Set<string>()

  const fromSystem = async (name: string): Promise<LookupAddress[]> => {
    if (asking.size >= SYSTEM_AT_ONCE) return []
    asking.add(name)
    const found = dns.promises.lookup(name, { all: true }).finally(() => asking.delete(name))
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

/** Asks for both kinds of addresses at once. Where one is there and the other does not come, the one is enough. */
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
  const ask = async (family: 4 | 6): Promise<LookupAddress[]> => {
    const found = await orNone(family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
    if (found.length > 0) timer ??= setTimeout(giveUp, OTHER_FAMILY_MS)
    return found.map((address) => ({ address, family }))
  }
  try {
    return (await Promise.all([ask(4), ask(6)])).flat()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}
