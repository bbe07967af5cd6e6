import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { core } from '../food/heap-core.ts'
import type { Kitchen, Part } from '../food/kitchen.ts'
import type { Surface } from '../render/surface.ts'
import { tube, turned } from '../shapes/sheets.ts'

/** A cone of minced or shaved meat turned around a spit is not served; its slices are: thin, curled, browned. */
export function shavings(
  colour: string,
  count: number,
  look: { share?: number; size?: number; high?: number; done?: number; x?: number; y?: number; gloss?: number } = {},
): Part {
  const { share = 0.5, size = 0.13, high = 0.1, done = 0.5, x: cx = 0, y: cy = 0 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    if (high >= 0.08) {
      const [mx, my] = [cx * seat.radius, cy * seat.radius * seat.depth]
      const inside = food(colour, { crust: '#2f1509', done, gloss: 0.4, bump: 0.2, grain: 12 }, random)
      const height = (x: number, y: number) =>
        seat.heightAt(x, y) + high * Math.max(0, 1 - Math.hypot(x - mx, y - my) / (share * seat.radius))
      core(kitchen, height, share * seat.radius, inside, mx, my)
    }
    for (let i = 0; i < count; i++) {
      const r = Math.sqrt(random.next()) * share
      const angle = random.next() * 7
      const [x, y] = [(cx + Math.cos(angle) * r) * seat.radius, (cy + Math.sin(angle) * r) * seat.radius * seat.depth]
      const z = seat.heightAt(x, y) + 0.02 + high * Math.max(0, 1 - r / share) * random.between(0.6, 1)
      const long = size * random.between(0.7, 1.2)
      const [bend, wave] = [random.between(0.02, 0.06), random.next() * 7]
      const path = Array.from(
        { length: 9 },
        (_, k) =>
          [(k / 8 - 0.5) * long * 2, Math.sin(k * 0.7 + wave) * 0.015, Math.sin((k / 8) * Math.PI) * bend] as const,
      )
      kitchen.add(
        tube(
          { x, y, z, yaw: random.next() * 7, roll: random.around() * 0.2 },
          path,
          (u) => size * 0.42 * Math.sin(Math.PI * (0.08 + 0.84 * u)) ** 0.5,
          food(colour, { crust: '#2f1509', done, gloss: look.gloss ?? 0.45, bump: 0.2, grain: 12 }, random),
          9,
          0.22,
        ),
      )
    }
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (x, y) =>
        before(x, y) + (Math.hypot(x / seat.radius - cx, y / seat.radius - cy) < share ? high * 0.7 : 0),
    }
  }
}

/** A whole roast bird: breast up, two legs. */
export function roastBird(kitchen: Kitchen): void {
  const { random, seat } = kitchen
  const z = seat.heightAt(0, 0)
  const skin = (): Surface =>
    food(
      '#b5702c',
      { second: '#d79b4a', crust: '#6b300f', done: 0.5, gloss: 0.65, polish: 60, bump: 0.1, grain: 4 },
      random,
    )
  body(kitchen, { z: z + 0.24 }, [0.47, 0.36, 0.27], skin(), { rough: 0.05, square: 0.9, fine: 2 })
  body(kitchen, { x: -0.1, z: z + 0.33 }, [0.34, 0.2, 0.2], skin(), { rough: 0.04, fine: 1.6 })
  for (const side of [-1, 1]) {
    const path = Array.from({ length: 14 }, (_, k) => [(k / 13) * 0.5, 0, -0.08 * (k / 13)] as const)
    kitchen.add(
      tube(
        { x: 0.12, y: side * 0.28, z: z + 0.24, yaw: side * -0.12 },
        path,
        (u) => 0.02 + 0.13 * Math.sin(Math.PI * Math.min(1, u + 0.22)) * (1 - 0.45 * u),
        skin(),
        14,
      ),
    )
    body(kitchen, { x: -0.2, y: side * 0.34, z: z + 0.22, yaw: side * 0.5 }, [0.17, 0.07, 0.08], skin(), {
      rough: 0.06,
    })
    kitchen.add(
      turned(
        { x: 0.64, y: side * 0.22, z: z + 0.14 },
        [
          [0, 0.03],
          [0.03, 0.02],
          [0.03, -0.02],
          [0, -0.03],
        ],
        food('#ead9ba', {}, random),
        12,
      ),
    )
  }
}
