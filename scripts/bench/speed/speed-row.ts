/** One line of the benchmark: our figure and that of a peer on the same machine at the same time. */
export interface Row {
  name: string
  /** The target, as a sentence. */
  target: string
  run(): Promise<Result>
}

export interface Result {
  ours: string
  peer: string
  /** Ours divided by the peer's, in the direction in which more is better; null without a peer. */
  ratio: number | null
  note: string
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** @param share between 0 and 1 */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The time that work takes by the clock. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** Runs the contestants alternately, so that other work on the machine affects all of them. */
export async function inTurn<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured[name].push(await contestants[name]())
  }
  return measured
}

/** The median of the ratios of the rounds, because two figures of one round belong together. */
export const medianRatio = (ours: number[], peer: number[]): number =>
  median(ours.map((value, round) => value / (peer[round] ?? Number.NaN)))
