import type { Schemas } from '../contract/index.ts'
import type { Outcome } from './define-work.ts'
import type { Size } from './picture-size.ts'

/** A file of a run, with its address. */
export interface RunFile extends Size {
  readonly name: string
  readonly url: string
}

/** A successful run, in the form from which its reply is built. */
export interface FinishedRun<Params = unknown, Details = unknown> {
  readonly id: string
  readonly credits: number
  readonly createdAt: string
  readonly params: Params
  readonly originals: readonly RunFile[]
  readonly outputs: readonly RunFile[]
  readonly outcome: Pick<Outcome, 'engine' | 'faithfulness' | 'warnings'>
  /** The fields that only the reply of its operation has. */
  readonly details: Details
}

/** The part of a reply that says how the result was created. */
export const describeOutcome = ({ engine, faithfulness, warnings }: FinishedRun['outcome']) => ({
  engine,
  faithfulness,
  warnings: [...warnings],
})

/** The fields that every reply has. */
export const commonReply = ({ id, credits, createdAt, outcome }: FinishedRun) => ({
  id,
  status: 'completed' as const,
  credits_used: credits,
  created_at: createdAt,
  ...describeOutcome(outcome),
})

/** The original and the first output. @throws Error when one is missing */
export function picturesOf({ id, originals: [original], outputs: [output] }: FinishedRun) {
  if (!original || !output) throw new Error(`run ${id} has no pictures`)
  return { original, output }
}

/** The reply of operations from one picture to one picture, with its details, unless the contract defines another reply. */
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

/** The reply of an operation whose result is words: its details are the texts. */
export function textReply<Details>(run: FinishedRun<unknown, Details>) {
  // Words depart from no photo.
  const { faithfulness: _, ...common } = commonReply(run)
  return { ...common, ...run.details }
}
