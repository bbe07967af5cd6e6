import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { EditStep, Obstacle } from '../../edit-step.ts'
import type { Clause, Quantity } from '../clause.ts'

/** What a clause takes over from the one before it: “a bit brighter and warmer”, “more contrast and colour”. */
export interface Inherited {
  readonly direction?: 1 | -1
  readonly level?: 'slightly' | 'much'
  readonly layers?: readonly LayerId[]
  /** Whether adjectives asked for a change: “make it warm and bright”. */
  readonly isAsked?: boolean
  /** Whether it was about another background. */
  readonly isBackground?: boolean
}

/** What the frames found in one clause so far. */
export interface ClauseReading {
  readonly clause: Clause
  readonly steps: EditStep[]
  readonly problems: { readonly obstacle: Obstacle; readonly about?: string }[]
  /** Numbers that no frame has used yet. */
  readonly quantities: Quantity[]
  readonly factors: number[]
  /** Parts of the picture that the clause names. */
  readonly layers: readonly LayerId[]
  readonly inherited: Inherited
}

/** Uses the numbers of a reading that have one of these units. */
export function useQuantities({ quantities }: ClauseReading, ...units: readonly Quantity['unit'][]): Quantity[] {
  const used = quantities.filter(({ unit, unknownUnit }) => units.includes(unit) && unknownUnit === undefined)
  for (const one of used) quantities.splice(quantities.indexOf(one), 1)
  return used
}
