import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { EditStep, NotDone, StepKind } from '../edit-step.ts'

/** A step with the words that it came from. */
export interface SaidStep {
  readonly step: EditStep
  readonly text: string
}

/** All clauses of an instruction together, before contradictions are looked for. */
export interface JoinedClauses {
  readonly steps: readonly SaidStep[]
  readonly notDone: readonly NotDone[]
  /** Parts that keep their pixels. */
  readonly kept: readonly LayerId[]
  readonly forbidden: readonly StepKind[]
}
