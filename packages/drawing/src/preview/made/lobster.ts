import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen } from '../food/kitchen.ts'
import type { Surface } from '../render/surface.ts'
import { tube } from '../shapes/sheets.ts'

/** How it lies on its platter. */
const YAW = 0.42

/** A whole cooked lobster, its head to the right: shell, tail with its fan, two claws, legs and feelers. */
export function lobster(kitchen: Kitchen): void {
  const { random, seat } = kitchen
  const base = seat.heightAt(0, 0)
  const shell = (): Surface =>
    food(
      '#b23319',
      { second: '#d05a2e', crust: '#6d1a0c', done: 0.25, gloss: 0.7, polish: 70, bump: 0.12, grain: 9 },
      random,
    )
  const lump = (
    x: number,
    y: number,
    z: number,
    size: readonly [number, number, number],
    turn = 0,
    square = 0.9,
    surface = shell(),
  ) =>
    body(
      kitchen,
      {
        x: Math.cos(YAW) * x - Math.sin(YAW) * y,
        y: Math.sin(YAW) * x + Math.cos(YAW) * y,
        z: base + z,
        yaw: YAW + turn,
      },
      size,
      surface,
      { square, rough: 0.04, fine: 1.6 },
    )
  const limb = (path: readonly (readonly [number, number, number])[], thick: (share: number) => number) =>
    kitchen.add(tube({ z: base, yaw: YAW }, path, thick, shell(), 9))

  for (let i = 0; i < 6; i++)
    lump(-0.13 - 0.095 * i, 0, 0.1 - 0.006 * i, [0.085, 0.165 - 0.014 * i, 0.11 - 0.008 * i], 0, 0.75)
  for (const turn of [-0.75, -0.38, 0, 0.38, 0.75])
    lump(-0.72 - Math.cos(turn) * 0.1, Math.sin(-turn) * 0.14, 0.05, [0.13, 0.055, 0.022], turn)
  lump(0.16, 0, 0.12, [0.3, 0.18, 0.13], 0, 0.8)
  lump(0.46, 0, 0.13, [0.1, 0.06, 0.05])
  for (const side of [-1, 1]) {
    lump(0.44, side * 0.085, 0.17, [0.022, 0.022, 0.022], 0, 1, food('#17110d', { gloss: 0.9, polish: 120 }))
    for (let leg = 0; leg < 4; leg++) {
      const from = 0.3 - leg * 0.11
      const reach = 0.42 - leg * 0.02
      limb(
        [0, 0.25, 0.5, 0.75, 1].map((t) => [
          from - 0.06 * t - leg * 0.05 * t,
          side * (0.12 + (reach - 0.12) * t),
          0.08 + 0.09 * Math.sin(t * 2.6) * (1 - t * 0.6),
        ]),
        (u) => 0.02 * (1 - 0.7 * u),
      )
    }
    limb(
      [0, 0.33, 0.66, 1].map((t) => [0.34 + 0.26 * t, side * (0.14 + 0.22 * Math.sin(t * 1.7)), 0.08]),
      (u) => 0.04 + 0.02 * u,
    )
    lump(0.8, side * 0.34, 0.1, [0.23, 0.115, 0.085], side * -0.12, 0.85)
    lump(0.86, side * 0.2, 0.08, [0.16, 0.048, 0.05], side * 0.1, 0.9)
    limb(
      Array.from({ length: 16 }, (_, k) => {
        const t = k / 15
        return [0.52 + 0.1 * t - 0.9 * t * t, side * (0.05 + 0.62 * t), 0.14 - 0.08 * t] as const
      }),
      (u) => 0.011 * (1 - 0.6 * u),
    )
  }
  kitchen.seat = seat
}
