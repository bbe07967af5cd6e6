import type { Dish } from './pixels.ts'
import { type Mask, withoutThin } from './regions.ts'
import type { Subject } from './subject.ts'

/** What is thinner than this share of the short side sticks out of a dish: chopsticks, handles, stems. */
const THIN = 0.03

/**
 * The box of a subject's mask, thin things left aside, and the middle of its mass.
 *
 * @param mask in its own pixels
 * @returns undefined where the mask is empty
 */
export function maskDish({ alpha, width, height }: Pick<Subject, 'alpha' | 'width' | 'height'>): Dish | undefined {
  const bits = Uint8Array.from(alpha, (value) => (value >= 128 ? 1 : 0))
  const radius = Math.max(1, Math.round((THIN / 2) * Math.min(width, height)))
  return boxOf(withoutThin({ bits, width, height }, radius)) ?? boxOf({ bits, width, height })
}

function boxOf({ bits, width, height }: Mask): Dish | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  let [count, across, down] = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (bits[i] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
      count++
      across += x + 0.5
      down += y + 0.5
    }
  }
  if (count === 0) return undefined
  const heart = { x: across / count, y: down / count }
  return { left, top, width: right - left + 1, height: bottom - top + 1, heart }
}
