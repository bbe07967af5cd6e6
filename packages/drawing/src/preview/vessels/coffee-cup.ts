import { ceramic } from '../food/food-surfaces.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { roundedProfile, tube, turned } from '../shapes/sheets.ts'
import type { Drink } from './drinks-in-glass.ts'

/** A cup on a saucer, with a handle to the right. */
export function coffeeCup(kitchen: Kitchen, drink: Drink, colour: string): Seat {
  const glaze = ceramic(colour)
  kitchen.add(
    turned(
      {},
      roundedProfile(
        [
          [0, 0.05],
          [0.5, 0.05],
          [0.72, 0.08],
          [0.92, 0.16],
          [0.95, 0.15],
          [0.75, 0.04],
          [0.4, 0],
        ],
        2,
      ),
      glaze,
      90,
    ),
  )
  const high = 0.62
  const radius = 0.52
  kitchen.add(
    turned(
      { z: 0.05 },
      roundedProfile(
        [
          [0, 0.05],
          [0.28, 0.05],
          [0.3, 0],
          [0.33, 0.02],
          [0.47, 0.25],
          [radius, high],
          [radius * 0.97, high + 0.015],
          [radius * 0.93, high - 0.02],
          [radius * 0.9, high * 0.75],
        ],
        2,
      ),
      glaze,
      90,
    ),
  )
  const path = Array.from({ length: 26 }, (_, k) => {
    const angle = -1.5 + (k / 25) * 3.1
    return [radius * 0.9 + Math.cos(angle) * 0.24, 0, 0.4 + Math.sin(angle) * 0.19] as const
  })
  kitchen.add(tube({ yaw: -0.35 }, path, () => 0.042, glaze, 10))
  const level = high - 0.02
  const [coffee, milk] = [hex(drink.layers[0] ?? '#6b3d1c'), drink.foam ? hex(drink.foam) : undefined]
  kitchen.add(
    turned(
      { z: level },
      [
        [0, 0],
        [0.2, 0],
        [0.35, 0],
        [0.5, 0.002],
      ],
      (x, y, _z, point) => {
        const r = Math.hypot(x, y) / 0.48
        setColour(point, coffee)
        if (milk) {
          // A leaf of milk: waves across a heart, parted by a line in the middle.
          const side = Math.abs(x)
          const wave = Math.sin((y + 0.02) * 44 + side * 26 - side * side * 95 + noise3(x * 9, y * 9, 1) * 0.7)
          const heart = smooth(0.8, 0.68, Math.hypot(x * (1.3 + 1.1 * Math.max(0, y)), y + 0.03) / 0.48)
          blendColour(
            point,
            milk,
            Math.max(
              smooth(-0.35, 0.35, wave) * heart * smooth(0.012, 0.03, Math.abs(x)),
              smooth(0.86, 0.95, r) * 0.15,
            ),
          )
        }
        blendColour(point, [coffee[0] * 0.6, coffee[1] * 0.5, coffee[2] * 0.45], smooth(0.85, 1, r))
        point.gloss = milk ? 0.3 : 0.8
        point.polish = 120
        point.glow = 0.3
      },
      64,
    ),
  )
  return { radius: 0.42, depth: 1, heightAt: () => level + 0.01 }
}
