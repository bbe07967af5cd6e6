import { PROVIDERS, type Provider } from '../../base/engine-capability.ts'

/** A picture that was ordered from a provider. */
export interface KeptOrder {
  readonly provider: Provider
  /**
   * What the provider calls the order; null while nobody can say whether it took the order: from just before the request
   * until its reply is kept.
   */
  readonly task: ProviderTask | null
  /** What the picture costs in millionths of a dollar, as far as that is known. */
  readonly micros?: number
}

/** An order in the words of its provider. */
export interface ProviderTask {
  readonly id: string
  /** Where its state is read. */
  readonly poll: string
  /** Where its result is read, if that is another place. */
  readonly result?: string
}

/** Stores the orders of a run and what they cost together. */
type Keep = (orders: string, micros: number | undefined) => Promise<void>

export type OrderJournal = ReturnType<typeof openJournal>

/**
 * The orders of a run, one for each of its pictures. Each change is stored before the work goes on, so that another process that
 * takes over knows what was ordered.
 *
 * @param kept what an earlier attempt stored
 */
export function openJournal(kept: string | null, keep: Keep) {
  const orders: (KeptOrder | null)[] = kept === null ? [] : readOrders(kept)
  let written: Promise<void> = Promise.resolve()

  const spent = (): number | undefined => {
    const known = orders.flatMap((order) => order?.micros ?? [])
    return known.length === 0 ? undefined : known.reduce((sum, micros) => sum + micros, 0)
  }

  return {
    /** The order of the picture at this position; undefined when there is none. */
    at: (index: number): KeptOrder | undefined => orders[index] ?? undefined,

    /** Stores the order of a picture; null when it was not taken. Several at once are stored one after the other. */
    write(index: number, order: KeptOrder | null): Promise<void> {
      for (let gap = orders.length; gap < index; gap++) orders[gap] = null
      orders[index] = order
      const text = JSON.stringify(orders)
      const micros = spent()
      written = written.then(() => keep(text, micros))
      return written
    },
  }
}

const isProvider = (name: unknown): name is Provider => PROVIDERS.some((one) => one === name)

function readOrders(text: string): (KeptOrder | null)[] {
  const orders: unknown = JSON.parse(text)
  if (!Array.isArray(orders)) throw new Error('the orders of a run are not a list')
  return orders.map((order: Partial<KeptOrder> | null) => {
    if (order === null) return null
    const { provider, task = null, micros } = order
    if (!isProvider(provider)) throw new Error('an order names a provider that this version does not know')
    return { provider, task, ...(micros !== undefined && { micros }) }
  })
}
