/** What is counted for operators. Each is called once for what has just ended, with its seconds. */
export interface Measures {
  request(operation: string, status: number, seconds: number): void
  /** @param credits what it costs its account */
  run(operation: string, outcome: 'succeeded' | 'failed', credits: number): void
  /** The work of an engine, without waiting. */
  work(operation: string, seconds: number): void
  delivery(outcome: 'delivered' | 'failed', seconds: number): void
  letter(outcome: string): void
  query(seconds: number, isFailed: boolean): void
  storage(operation: string, seconds: number, isFailed: boolean): void
}

const nothing = () => {}

/** For a server without metrics. */
export const noMeasures: Measures = {
  request: nothing,
  run: nothing,
  work: nothing,
  delivery: nothing,
  letter: nothing,
  query: nothing,
  storage: nothing,
}
