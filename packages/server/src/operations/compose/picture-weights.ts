import { ServiceError } from '../../base/service-error.ts'
import type { CompositionWish } from './read-composition.ts'

type Places = CompositionWish['places']

/** A difference from 1 that counts as rounding: three times 0.333 is accepted, three times 0.33 is not. */
const ROUNDING = 0.001
/** How much more weight a picture has that the prompt wants in front, and how much less at the back. */
const IN_FRONT = 1.6

/**
 * Refuses weights that are not one for each picture, or that are not 1 together.
 *
 * @throws ServiceError `bad_request`, `weights_not_one`
 */
export function checkWeights(weights: readonly number[], pictures: number): void {
  if (weights.length !== pictures) {
    throw new ServiceError(
      'bad_request',
      `weights has ${weights.length} ${weights.length === 1 ? 'number' : 'numbers'} for ${pictures} ${pictures === 1 ? 'picture' : 'pictures'}: give one for each, in the same order, or leave weights out.`,
      { field: 'weights' },
    )
  }
  const sum = weights.reduce((total, weight) => total + weight, 0)
  // Binary fractions do not add up exactly, so the limit itself is given a little room.
  if (Math.abs(sum - 1) <= ROUNDING + 1e-9) return
  throw new ServiceError(
    'weights_not_one',
    `weights add up to ${Number(sum.toFixed(4))} and must add up to 1. Divide each by ${Number(sum.toFixed(4))}, or leave weights out for equal ones.`,
    { field: 'weights', sum: Number(sum.toFixed(4)) },
  )
}

/** The weights with more for the picture that stands in front and less for the one at the back; together they are 1. */
export function withPlaces(
  weights: readonly number[],
  { front, back }: Pick<Places, 'front' | 'back'>,
): readonly number[] {
  const [most, least] = [Math.max(...weights), Math.min(...weights)]
  const placed = weights.map((weight, at) =>
    at === front ? Math.max(weight, IN_FRONT * most) : at === back ? Math.min(weight, least / IN_FRONT) : weight,
  )
  const sum = placed.reduce((total, weight) => total + weight, 0)
  return placed.map((weight) => weight / sum)
}
