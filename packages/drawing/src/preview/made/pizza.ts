import type { Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { turned } from '../shapes/sheets.ts'

/** A round flat base with a risen rim: pizza, quiche, flammkuchen. Toppings go on its seat. */
export function pizzaBase(
  spec: {
    radius?: number
    sauce?: string
    cheese?: string
    melted?: number
    cuts?: number
    rim?: number
    crust?: string
  } = {},
): Part {
  const { radius = 0.92, melted = 0.55, cuts = 6, rim = 0.085 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [dough, brown, char] = [hex(spec.crust ?? '#dcae6b'), hex('#a9662a'), hex('#3b1e0d')]
    const [sauce, cheese, gold] = [hex(spec.sauce ?? '#b63a1c'), hex(spec.cheese ?? '#f2dfa8'), hex('#d9913a')]
    const [ox, oy, phase] = [random.next() * 30, random.next() * 30, random.next() * 7]
    const wobble = (angle: number) => 1 + 0.009 * Math.sin(angle * 3 + phase) + 0.006 * Math.sin(angle * 11 + phase * 2)
    const z = seat.heightAt(0, 0)
    const profile: [number, number][] = [
      [0, 0.05],
      [0.3, 0.05],
      [0.55, 0.05],
      [0.74, 0.05],
      [0.8, 0.055],
      [0.85, 0.05 + rim * 0.75],
      [0.9, 0.05 + rim],
      [0.95, 0.045 + rim * 0.8],
      [0.99, 0.05],
      [1, 0.03],
      [0.97, 0],
      [0.5, 0],
    ]
    const dense: [number, number][] = []
    profile.forEach(([r, h], i) => {
      const next = profile[i + 1]
      for (let k = 0; k < (next ? 4 : 1); k++)
        dense.push(next ? [(r + ((next[0] - r) * k) / 4) * radius, h + ((next[1] - h) * k) / 4] : [r * radius, h])
    })
    kitchen.add(
      turned(
        { z },
        dense,
        (x, y, pz, point) => {
          const r = Math.hypot(x, y) / radius / wobble(Math.atan2(y, x))
          const n = noise2x(x * 5.5 + ox, y * 5.5 + oy, 1)
          const fine = noise3(x * 21 + oy, y * 21, 5)
          const edge = smooth(0.79, 0.84, r + n * 0.035)
          setColour(point, sauce)
          const covered = smooth(0.35 - melted, 0.75 - melted, n + fine * 0.25)
          blendColour(point, cheese, covered * smooth(0.84, 0.76, r + n * 0.05))
          blendColour(point, gold, covered * smooth(0.2, 0.75, noise2x(x * 9 + oy, y * 9, 3)) * 0.75)
          point.gloss = 0.5
          point.polish = 40
          point.glow = 0.3
          point.bumpX = n * 0.22 + fine * 0.1
          point.bumpY = covered * 0.16 - fine * 0.1
          if (edge > 0) {
            setColour(point, [point.red, point.green, point.blue])
            blendColour(point, dough, edge)
            blendColour(point, brown, edge * smooth(-0.25, 0.5, n + pz * 3 - 0.2))
            blendColour(point, char, edge * smooth(0.42, 0.75, noise2x(x * 7 + 5, y * 7 + ox, 2) + pz) * 0.8)
            point.gloss *= 1 - edge * 0.7
          }
          if (cuts > 0) {
            const angle = Math.atan2(y, x) * (cuts / 2) + phase
            const line = Math.abs(Math.sin(angle)) * r * (2 / cuts)
            blendColour(point, brown, smooth(0.012, 0.004, line) * 0.8)
          }
        },
        120,
        wobble,
      ),
    )
    kitchen.seat = {
      radius: radius * 0.78,
      depth: seat.depth,
      heightAt: (x, y) => (Math.hypot(x, y) < radius * 0.8 ? z + 0.05 : seat.heightAt(x, y)),
    }
  }
}
