import dns, { type LookupAddress, type LookupOptions } from 'node:dns'

/** Asks what the system knows of a name. */
export type Ask = (name: string, options: LookupOptions) => Promise<LookupAddress[]>

/** Slower than this, a name is asked for among the slow ones next time. */
const SLOW_MS = 1_000
const AT_ONCE = 2
const SLOW_AT_ONCE = 1
const MOST_REMEMBERED = 10_000

/**
 * Resolves names without letting those nobody answers for hold up the rest. The system's resolver keeps one of Node's
 * four threads, which files and passwords need too, for as long as a name server is silent. So few are asked for at once,
 * a name only once at a time, and where a name took long, it and its neighbours (`a.b.example`, `c.b.example`: the same
 * name server) wait for each other and not the others for them.
 */
export function createNames({ ask = system }: { ask?: Ask } = {}): Ask {
  const asking = new Map<string, Promise<LookupAddress[]>>()
  const slow = new Set<string>()
  const swiftLane = createLane(AT_ONCE)
  const slowLane = createLane(SLOW_AT_ONCE)

  const timed = async (name: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const began = performance.now()
    try {
      return await ask(name, options)
    } finally {
      const zone = zoneOf(name)
      if (performance.now() - began < SLOW_MS) slow.delete(zone)
      else if (slow.size < MOST_REMEMBERED) slow.add(zone)
    }
  }

  return (name, options) => {
    const known = asking.get(name)
    if (known) return known
    const lane = slow.has(zoneOf(name)) ? slowLane : swiftLane
    const found = lane(() => timed(name, options)).finally(() => asking.delete(name))
    asking.set(name, found)
    return found
  }
}

/** Roughly whose name server is asked: the last two parts of a name, or three where these are like `co.uk`. */
function zoneOf(name: string): string {
  const parts = name.toLowerCase().replace(/\.$/, '').split('.')
  const shared = (parts.at(-2) ?? '').length <= 3
  return parts.slice(shared ? -3 : -2).join('.')
}

const system: Ask = (name, options) => dns.promises.lookup(name, { ...options, all: true })

/** Lets so many go at once; the others wait in their order. */
function createLane(most: number) {
  const waiting: (() => void)[] = []
  let going = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else going++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going--
    }
  }
}
