import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { turned } from '../shapes/sheets.ts'
import { pour } from './pancakes.ts'

/** Scoops of ice cream side by side, with the ragged foot that a scoop leaves. */
export function scoops(
  colours: readonly string[],
  spec: { radius?: number; share?: number; sauce?: string; lift?: number } = {},
): Part {
  const { radius = 0.25, share = 0.33, lift = 0 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    colours.forEach((colour, i) => {
      const angle = (i / colours.length) * 2 * Math.PI + 0.5
      const away = colours.length === 1 ? 0 : radius * (colours.length === 2 ? 0.85 : 1.05) + seat.radius * share * 0.05
      const [x, y] = [Math.cos(angle) * away, Math.sin(angle) * away * seat.depth]
      const z = seat.heightAt(x, y) + radius * 0.62 + lift
      const surface = food(colour, { gloss: 0.25, glow: 0.45, bump: 0.28, grain: 5, second: colour }, random)
      body(kitchen, { x, y, z, yaw: random.next() * 7 }, [radius, radius, radius * 0.95], surface, {
        rough: 0.05,
        grain: 3.4,
        fine: 2.2,
      })
      body(
        kitchen,
        { x, y, z: z - radius * 0.42, yaw: random.next() * 7 },
        [radius * 1.1, radius * 1.1, radius * 0.26],
        surface,
        { rough: 0.2, grain: 3, fine: 2 },
      )
      if (spec.sauce && i === 0)
        pour(kitchen, spec.sauce, { x, y, z: z + radius * 0.86, radius: radius * 0.55, high: radius * 0.5 })
    })
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) => seat.heightAt(px, py) + (Math.hypot(px, py) < radius * 1.7 ? radius * 1.3 : 0),
    }
  }
}

/** A cone with scoops that stands upright. */
export function cone(colours: readonly string[]): Part {
  return (kitchen) => {
    const { random } = kitchen
    const [pale, brown] = [hex('#dca257'), hex('#9b5f22')]
    kitchen.add(
      turned(
        { z: 0 },
        [
          [0, 0.02],
          [0.06, 0.05],
          [0.12, 0.25],
          [0.19, 0.5],
          [0.25, 0.75],
          [0.27, 0.8],
          [0.25, 0.81],
          [0, 0.8],
        ],
        (x, y, z, point) => {
          const angle = Math.atan2(y, x) * 0.25
          const grid = Math.max(Math.sin((angle + z * 0.55) * 40), Math.sin((angle - z * 0.55) * 40))
          setColour(point, pale)
          blendColour(point, brown, smooth(0.7, 0.95, grid) * 0.7)
          point.bumpZ = smooth(0.7, 0.95, grid) * 0.3
        },
        48,
      ),
    )
    colours.forEach((colour, i) => {
      const surface = food(colour, { gloss: 0.25, glow: 0.45, bump: 0.28, grain: 5, second: colour }, random)
      const z = 0.95 + i * 0.34
      body(kitchen, { z }, [0.29 - i * 0.02, 0.29 - i * 0.02, 0.26], surface, { rough: 0.06, grain: 3.4, fine: 2 })
      body(kitchen, { z: z - 0.13 }, [0.31, 0.31, 0.07], surface, { rough: 0.22, fine: 2 })
    })
  }
}
