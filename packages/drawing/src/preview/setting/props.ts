import { ceramic, food, metal, wood } from '../food/food-surfaces.ts'
import type { Kitchen } from '../food/kitchen.ts'
import { moved, openKitchen } from '../food/kitchen.ts'
import { LEAVES, type LeafName, leaf } from '../food/leaf-sheets.ts'
import { ladle } from '../food/pools.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise2x } from '../render/volume-noise.ts'
import { sheet, tube } from '../shapes/sheets.ts'
import { bowl } from '../vessels/round-vessels.ts'

/** A cloth that lies in soft folds. */
export function napkin(
  kitchen: Kitchen,
  at: { x: number; y: number; yaw: number; size: number },
  colour: string,
): void {
  const [rgb, phase] = [hex(colour), kitchen.random.next() * 7]
  kitchen.add(
    sheet(
      { x: at.x, y: at.y, z: 0.002, yaw: at.yaw },
      54,
      54,
      (u, v, out) => {
        const [a, b] = [u * 2 - 1, v * 2 - 1]
        const fold = Math.sin(a * 4.2 + b * 1.4 + phase) * 0.5 + Math.sin(a * 7.5 - b * 2 + phase * 2) * 0.3
        const flat = Math.min(1, 5 * (1 - Math.max(Math.abs(a), Math.abs(b))))
        out.x = a * at.size * (1 + 0.02 * Math.sin(b * 5 + phase))
        out.y = b * at.size * 0.8 * (1 + 0.03 * Math.sin(a * 4 + phase))
        // Flat enough to lie below the foot of a plate without coming through it.
        out.z = 0.004 + 0.009 * (1 + fold) * (0.35 + 0.65 * flat)
      },
      (x, y, z, point) => {
        setColour(point, rgb)
        const weave = Math.sin(x * 260) * Math.sin(y * 260)
        blendColour(
          point,
          [rgb[0] * 0.72, rgb[1] * 0.72, rgb[2] * 0.72],
          0.3 + 0.25 * weave + 0.2 * noise2x(x * 3, y * 3, z),
        )
        const stripe = Math.abs(Math.abs(y) - at.size * 0.66)
        blendColour(point, [0.9, 0.88, 0.83], smooth(0.02, 0.012, stripe) * 0.5)
        point.gloss = 0.04
        point.polish = 6
      },
    ),
  )
}

/** Two chopsticks side by side. */
export function chopsticks(kitchen: Kitchen, at: { x: number; y: number; yaw: number }): void {
  const surface = wood('#6e3b22', '#3c1d10')
  for (const side of [-1, 1]) {
    const path = [0, 0.33, 0.66, 1].map((t) => [(t - 0.5) * 1.75, side * (0.035 + t * 0.02), 0] as const)
    kitchen.add(tube({ x: at.x, y: at.y, z: 0.03, yaw: at.yaw }, path, (u) => 0.014 + 0.012 * u, surface, 8))
  }
}

/** A fork or a spoon, its handle at the lower end. */
export function cutlery(kitchen: Kitchen, kind: 'fork' | 'spoon', at: { x: number; y: number; yaw: number }): void {
  const surface = metal('#b9b7b2', 0.9, 60, 0.01)
  const pose = { x: at.x, y: at.y, z: 0.025, yaw: at.yaw }
  const handle = Array.from(
    { length: 14 },
    (_, k) => [-0.75 + (k / 13) * 1.05, 0, 0.02 * Math.sin((k / 13) * 3)] as const,
  )
  kitchen.add(
    tube(pose, handle, (u) => 0.046 - 0.028 * Math.sin(Math.PI * Math.min(1, u * 0.62 + 0.14)) ** 2, surface, 10, 0.35),
  )
  kitchen.add(
    sheet(
      pose,
      20,
      15,
      (u, v, out) => {
        const across = v * 2 - 1
        const wide =
          kind === 'spoon'
            ? 0.125 * Math.sin(Math.PI * (0.06 + 0.94 * u)) ** 0.62
            : 0.085 * Math.min(1, u * 4 + 0.25) ** 0.5
        out.x = 0.29 + u * (kind === 'spoon' ? 0.4 : 0.2)
        out.y = across * wide
        out.z = 0.012 + (kind === 'spoon' ? 0.055 * across * across : 0) + 0.02 * u
      },
      surface,
    ),
  )
  if (kind === 'spoon') return
  for (const tine of [-0.068, -0.023, 0.023, 0.068]) {
    const path = Array.from(
      { length: 7 },
      (_, k) => [0.48 + (k / 6) * 0.27, tine, 0.03 + 0.025 * Math.sin((k / 6) * 2.6)] as const,
    )
    kitchen.add(tube(pose, path, (u) => 0.0135 * (1 - 0.5 * u), surface, 7, 0.7))
  }
}

/** A small bowl with a sauce or salt. */
export function sideBowl(kitchen: Kitchen, at: { x: number; y: number }, colour: string, glaze: string): void {
  const inner = openKitchen(kitchen.random.fork('side bowl'), { radius: 1, depth: 1, heightAt: () => 0 })
  inner.seat = bowl(inner, ceramic(glaze), 0.34, 0.6)
  ladle(colour, { share: 0.95, high: 0.03, ragged: 0.02, gloss: 0.7, polish: 90 })(inner)
  for (const thing of inner.things) kitchen.add(moved(thing, at.x, at.y, 0))
}

/** Places beside the dish, all on one side of it, as when something was strewn. */
function fallen({ random }: Kitchen, count: number, around: number): { x: number; y: number }[] {
  // Not below the dish, where the mark is.
  const side = random.between(-0.2, 1.2) * Math.PI
  return Array.from({ length: count }, () => {
    const angle = side + random.around() * 0.35
    const away = around * (1.1 + 0.3 * random.next())
    return { x: Math.cos(angle) * away, y: Math.sin(angle) * away }
  })
}

/** A few seeds that fell beside the dish. */
export function scatteredSeeds(kitchen: Kitchen, colour: string, around: number): void {
  const { random } = kitchen
  const surface = food(colour, { gloss: 0.3 }, random)
  for (const { x, y } of fallen(kitchen, 12, around))
    kitchen.ball({ x, y, z: 0.006, yaw: random.next() * 7 }, [0.016, 0.01, 0.007], surface)
}

/** A few leaves beside the dish. */
export function scatteredLeaves(kitchen: Kitchen, name: LeafName, around: number): void {
  const { random } = kitchen
  for (const { x, y } of fallen(kitchen, 4, around))
    leaf(kitchen, LEAVES[name], { x, y, z: 0.012, yaw: random.next() * 7 }, random.between(0.7, 1))
}
