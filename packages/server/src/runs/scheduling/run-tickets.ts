/** Permission to claim runs: one ticket for each claim. */
export interface RunTickets {
  /** Holds a ticket. Resolves when its run has ended, or none needs it. */
  hold(capability: string): Promise<void>
  /** Whether a run may be claimed. */
  available(): boolean
  /** Uses one ticket for a claimed run. Must be called when that run has ended. */
  use(): () => void
  /** Must be called when no run could be claimed. Tickets that are older than a moment are used up, because their runs are gone. */
  foundNothing(): void
  /** Gives back the unused tickets. @returns what each of them was for */
  giveBack(): string[]
}

/** For a queue without tickets: every process claims what it finds. */
export const unlimitedTickets: RunTickets = {
  hold: async () => {},
  available: () => true,
  use: () => () => {},
  foundNothing: () => {},
  giveBack: () => [],
}

/** A run that was written with its ticket is visible much sooner, whatever the clocks of the processes say. */
const MIN_AGE_MS = 1_500

interface Held {
  readonly capability: string
  readonly since: number
  readonly end: () => void
}

/** The tickets that this process holds and has not used. */
export function createRunTickets(): RunTickets {
  let held: Held[] = []
  return {
    hold: (capability) => new Promise((resolve) => held.push({ capability, since: performance.now(), end: resolve })),
    available: () => held.length > 0,
    use() {
      const ticket = held.shift()
      return () => ticket?.end()
    },
    foundNothing() {
      const before = performance.now() - MIN_AGE_MS
      for (const { since, end } of held) if (since <= before) end()
      held = held.filter(({ since }) => since > before)
    },
    giveBack() {
      const unused = held
      held = []
      for (const { end } of unused) end()
      return unused.map(({ capability }) => capability)
    },
  }
}
