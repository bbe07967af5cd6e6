import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '@platelight/drawing/preview/seeded-random.ts'

/** A process that is killed and started again. */
export interface Target {
  readonly name: string
  /** What the kills are counted by. */
  readonly kind: string
  kill(): Promise<void>
  /** Starts it and kills it after this time, ready or not. */
  killWhileStarting?(afterMs: number): Promise<void>
  /** Resolves when it is ready, at once if it is running. */
  start(): Promise<void>
}

/** When a part that others need is away. */
export interface Outages {
  isOpen: boolean
  /** The number of outages that have begun. */
  count: number
}

export interface Kills {
  readonly kills: number
  /** The total time between the kills. */
  readonly seconds: number
  readonly say: (line: string) => void
  /** Called after each kill. The next one waits for it. */
  readonly besides: (killed: number) => Promise<void>
}

/**
 * Kills the targets during work, right after their start, and while they start. They take turns in an order of chance, and the
 * others go on while one starts again. At the end all of them run.
 *
 * @returns the number of kills by kind
 */
export async function killOften(
  targets: readonly Target[],
  chance: SeededRandom,
  { kills, seconds, say, besides }: Kills,
): Promise<Record<string, number>> {
  const usualMs = (1_000 * seconds) / kills
  const counts: Record<string, number> = Object.fromEntries(targets.map(({ kind }) => [kind, 0]))
  const starting = new Map<Target, Promise<void>>()
  const turns = inTurns(targets, chance)
  let killed = 0
  const count = (target: Target, what: string) => {
    counts[target.kind] = (counts[target.kind] ?? 0) + 1
    say(`kill ${++killed}: ${target.name}, ${what}`)
  }
  while (killed < kills) {
    const target = turns()
    await starting.get(target)
    const upMs = chance.happens(0.2) ? chance.between(0, 150) : chance.between(0.1, 1.9) * usualMs
    await sleep(upMs)
    await target.kill()
    count(target, `${Math.round(upMs)} ms after the last start or kill`)
    const delays: number[] = []
    while (target.killWhileStarting && killed < kills && chance.happens(0.2)) {
      const afterMs = chance.between(50, 1_200)
      delays.push(afterMs)
      count(target, `${Math.round(afterMs)} ms after it is started`)
    }
    const startAgain = async () => {
      for (const afterMs of delays) await target.killWhileStarting?.(afterMs)
      await target.start()
    }
    // A start that fails is reported when the target is needed again.
    const started = startAgain()
    started.catch(() => {})
    starting.set(target, started)
    await besides(killed)
  }
  await Promise.all(starting.values())
  await Promise.all(targets.map((target) => target.start()))
  return counts
}

/** Each target comes once before any of them comes again. */
function inTurns(targets: readonly Target[], chance: SeededRandom): () => Target {
  let left: Target[] = []
  return () => {
    if (left.length === 0) left = [...targets]
    const index = left.length > 1 ? Math.floor(chance.next() * left.length) : 0
    return left.splice(index, 1)[0] as Target
  }
}
