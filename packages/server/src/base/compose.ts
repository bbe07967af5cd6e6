import type { AnyHandler } from '../contract/index.ts'

/** Work that is repeated, by one process at a time. */
export interface PeriodicTask {
  /** In lower case, with hyphens. */
  readonly name: string
  readonly every: 'minute' | 'hour'
  readonly work: () => Promise<unknown>
  /** The message under which an error of the work is logged. */
  readonly failure: string
}

/** An account that is being erased. */
export interface ErasedAccount {
  readonly id: string
  readonly email: string
  /** When its deletion began. */
  readonly before: string
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
}

/** What a part of the server contributes to the whole. */
export interface Contribution {
  /** What parts that are listed later may need. */
  readonly provides?: object
  /** The handlers of its nouns: `{ keys: { list, create } }`. */
  readonly routes?: Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>
  readonly timetable?: readonly PeriodicTask[]
  /** The letters that it prepares when they are sent, by their kind. */
  readonly prepares?: object
  /** The tables that it owns whose rows belong to accounts: how they are exported and erased. See `ownedTables`. */
  readonly owns?: object
  /** Erases what an account has here beside rows that are simply removed. It may be called again after a crash. */
  erase?(account: ErasedAccount): Promise<unknown>
  /** Takes over what an earlier process left, and starts. Called once the server listens, in the order of the list. */
  start?(): Promise<void>
  /** Takes nothing more, and finishes what it has within the grace time. All parts do so at once. */
  drain?(graceMs: number): Promise<unknown>
  /** Lets go of what it holds. Called when all parts are drained, in the reverse order of the list. */
  close?(): Promise<unknown>
}

/** A part of the server: from what it needs to what it contributes. */
export type Part<Needs, Contributes extends Contribution> = (needs: Needs) => Contributes | Promise<Contributes>

/**
 * Declares a part of the server.
 *
 * @example
 * export const keysNoun = part(({ keys }: { keys: Keys }) => {
 *   const routes: Routes<'keys'> = { list: ({ user }) => keys.list(user.account.id) }
 *   return { routes: { keys: routes } }
 * })
 */
export const part = <Needs, Contributes extends Contribution>(
  declared: Part<Needs, Contributes>,
): Part<Needs, Contributes> => declared

/** What later parts are given, after a part. */
type Given<Contributes> = Of<Contributes, 'provides'> &
  Collected<Contributes, 'routes'> &
  Collected<Contributes, 'prepares'> &
  Collected<Contributes, 'owns'>
type Of<Contributes, Name extends string> = Contributes extends Record<Name, infer Value> ? Value : unknown
type Collected<Contributes, Name extends string> =
  Contributes extends Record<Name, infer Value> ? Readonly<Record<Name, Value>> : unknown

interface Collections {
  readonly routes: object
  readonly prepares: object
  readonly owns: object
  /** Complete once all parts are built, as is `erasers`. */
  readonly timetable: readonly PeriodicTask[]
  readonly erasers: readonly ((account: ErasedAccount) => Promise<unknown>)[]
}

/** Parts in order, which together are given `All`. */
export interface Composition<All> {
  /** Adds a part. It does not compile when the part needs something that no earlier part provides. */
  with<Contributes extends Contribution>(added: Part<All, Contributes>): Composition<All & Given<Contributes>>
  /** Builds the parts one after the other. When one fails, those before it are closed. */
  build(): Promise<Built<All>>
}

export interface Built<All> {
  readonly given: All
  start(): Promise<void>
  /** @param onError Hears what failed. It does not keep the other parts from stopping. */
  stop(graceMs: number, onError: (error: unknown) => void): Promise<void>
}

/**
 * The whole of a program, made of parts. A part is given what the parts before it provide.
 *
 * @example const app = await compose({ db }).with(mailPart).with(keysNoun).build()
 */
export function compose<Seed extends object>(seed: Seed): Composition<Seed & Collections> {
  const parts: Part<never, Contribution>[] = []

  const build = async () => {
    const timetable: PeriodicTask[] = []
    const erasers: ((account: ErasedAccount) => Promise<unknown>)[] = []
    const given = { ...seed, routes: {}, prepares: {}, owns: {}, timetable, erasers }
    const built: Contribution[] = []
    const close = async (onError: (error: unknown) => void) => {
      for (const { close } of built.toReversed()) await close?.().catch(onError)
    }

    for (const declared of parts) {
      try {
        const contribution = await declared(given as never)
        built.push(contribution)
        add(given, contribution.provides)
        add(given.routes, contribution.routes)
        add(given.prepares, contribution.prepares)
        add(given.owns, contribution.owns)
        if (contribution.erase) erasers.push(contribution.erase)
        timetable.push(...(contribution.timetable ?? []))
      } catch (error) {
        await close(() => {})
        throw error
      }
    }
    return {
      given,
      async start() {
        for (const one of built) await one.start?.()
      },
      async stop(graceMs: number, onError: (error: unknown) => void) {
        await Promise.all(built.toReversed().map((one) => one.drain?.(graceMs).catch(onError)))
        await close(onError)
      },
    }
  }

  const composition = {
    with(added: Part<never, Contribution>) {
      parts.push(added)
      return composition
    },
    build,
  }
  return composition as unknown as Composition<Seed & Collections>
}

/** @throws Error when another part has added the same name. */
function add(to: object, what: object = {}): void {
  const twice = Object.keys(what).filter((name) => name in to)
  if (twice.length > 0) throw new Error(`two parts of the server provide ${twice.join(', ')}`)
  Object.assign(to, what)
}
