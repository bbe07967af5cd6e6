import { DIRECTIONS, type RimCurve } from './rim-curve.ts'

/** Pixels from the curve at which a stretch begins to count, at its highest point and at its ends. */
const LEAST_HEIGHT = 3
const LEAST_BESIDE = 0.75

/** Neighbouring directions in which the outline lies on the same side of the curve. */
export interface Stretch {
  readonly from: number
  readonly count: number
  /** Whether the mask sticks out beyond the curve; otherwise something is missing. */
  readonly isOut: boolean
}

/**
 * How far the outline lies beyond the curve in each direction, in pixels along the ray. It is NaN where the curve is unknown. At
 * the border of the photo the dish goes on, so the distance is only a least one: it counts if it is large, and is NaN otherwise.
 */
export const distancesBeside = ({ rays, seen, smooth, cut }: RimCurve): Float32Array =>
  seen.map((reach, at) => {
    const distance = (reach - smooth[at]) * Math.hypot(rays[2 * at], rays[2 * at + 1])
    return cut[at] && distance < LEAST_HEIGHT ? Number.NaN : distance
  })

/** The stretches in which an outline is far from its curve. */
export function findStretches(beside: Float32Array): Stretch[] {
  const sideAt = (at: number): number => {
    const distance = beside[at % DIRECTIONS]
    return Math.abs(distance) < LEAST_BESIDE || Number.isNaN(distance) ? 0 : Math.sign(distance)
  }
  const start = beside.findIndex((_, at) => sideAt(at) === 0)
  const stretches: Stretch[] = []
  for (let at = start; at >= 0 && at < start + DIRECTIONS; ) {
    const side = sideAt(at)
    const from = at++
    while (side !== 0 && at < start + DIRECTIONS && sideAt(at) === side) at++
    let height = 0
    for (let i = from; i < at; i++) height = Math.max(height, side * (beside[i % DIRECTIONS] || 0))
    // The photo cuts off a part of a bite at its border. Only a bite that is seen whole is filled.
    const isOpen = Number.isNaN(beside[(from + DIRECTIONS - 1) % DIRECTIONS]) || Number.isNaN(beside[at % DIRECTIONS])
    if (height >= LEAST_HEIGHT && (side > 0 || !isOpen))
      stretches.push({ from: from % DIRECTIONS, count: at - from, isOut: side > 0 })
  }
  return stretches
}
