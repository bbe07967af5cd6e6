import type { Schemas } from '../contract/index.ts'
import type { Outcome } from './define-work.ts'
import type { Size } from './picture-size.ts'

/** A file of a run, at its address. */
export interface RunFile extends Size {
  readonly name: string
  readonly url: string
}

/** A run that succeeded, as its reply is made from it. */
export interface FinishedRun<Params = unknown, Details = unknown> {
  readonly id: string
  readonly credits: number
  readonly createdAt: string
  readonly params: Params
  readonly originals: readonly RunFile[]
  readonly outputs: readonly RunFile[]
  readonly outcome: Pick<Outcome, 'engine' | 'faithfulness' | 'warnings'>
  /** What the work gave the reply beside what every reply says. */
  readonly details: Details
}

/** How a run is described to whoever asks what made its result. */
export const describeOutcome = ({ engine, faithfulness, warnings }: FinishedRun['outcome']) => ({
  engine,
  faithfulness,
  warnings: warnings.map(({ message }) => message),
})

/** What every reply says. */
export const commonReply = ({ id, credits, createdAt, outcome }: FinishedRun) => ({
  id,
  status: 'completed' as const,
  credits_used: credits,
  created_at: createdAt,
  ...describeOutcome(outcome),
})

/** The picture that came in and the first that was made. @throws Error where one is missing */
export function picturesOf({ id, originals: [original], outputs: [output] }: FinishedRun) {
  if (!original || !output) throw new Error(`run ${id} has no pictures`)
  return { original, output }
}

/** The reply of every operation that makes one picture of one picture, unless the contract shows another; with its details. */
export function pictureReply<Details>(run: FinishedRun<unknown, Details>): Schemas['PictureResult'] & Details {
  const { original, output } = picturesOf(run)
  return {
    ...commonReply(run),
    ...run.details,
    original_url: original.url,
    result_url: output.url,
    width: output.width,
    height: output.height,
  }
}
