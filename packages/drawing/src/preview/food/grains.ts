import { food, type Look } from './food-surfaces.ts'
import { core } from './heap-core.ts'
import { type Kitchen, type Part, spread } from './kitchen.ts'

export interface Grains {
  readonly colour: string
  readonly look?: Look
  readonly count?: number
  /** Half the length and half the thickness of a grain. */
  readonly long?: number
  readonly thick?: number
  readonly high?: number
  readonly share?: number
  /** 1 is a dome, higher is a flatter top with steep sides. */
  readonly square?: number
}

/** Rice, couscous, beans: a heap whose surface is covered by single grains. */
export function grains(spec: Grains): Part {
  const { count = 620, long = 0.034, thick = 0.0145, high = 0.16, share = 0.8, square = 1 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const radius = seat.radius * share
    const height = (x: number, y: number) => {
      const r = Math.min(1, Math.hypot(x, y / seat.depth) / radius)
      return seat.heightAt(x, y) + high * (1 - r ** (2 * square)) ** 0.7
    }
    const surfaces = Array.from({ length: 9 }, () =>
      food(spec.colour, { second: spec.colour, gloss: 0.3, glow: 0.65, bump: 0.03, grain: 1, ...spec.look }, random),
    )
    core(kitchen, height, radius, surfaces[0])
    for (const { x, y } of spread(random, count, 0.9)) {
      const [px, py] = [x * radius * 0.98, y * radius * 0.98 * seat.depth]
      const pose = {
        x: px,
        y: py,
        z: height(px, py) + random.between(-0.4, 0.9) * thick,
        yaw: random.next() * 7,
        roll: random.around() * 0.5,
      }
      kitchen.ball(
        pose,
        [long * random.between(0.8, 1.1), thick, thick * 0.92],
        surfaces[Math.floor(random.next() * surfaces.length)],
      )
    }
    kitchen.seat = { ...seat, heightAt: (x, y) => height(x, y) + thick }
  }
}

/** Small things strewn over the food: sesame, chives, pepper, crumbs, cheese. */
export function sprinkle(
  colour: string,
  count: number,
  look: Look & { long?: number; thick?: number; share?: number; x?: number; y?: number } = {},
): Part {
  const { long = 0.018, thick = 0.01, share = 0.8, x: cx = 0, y: cy = 0 } = look
  return (kitchen: Kitchen) => {
    const { random, seat } = kitchen
    const surfaces = Array.from({ length: 4 }, () =>
      food(colour, { gloss: 0.2, glow: 0.2, bump: 0, grain: 2, ...look }, random),
    )
    for (let i = 0; i < count; i++) {
      const r = Math.sqrt(random.next()) * seat.radius * share
      const angle = random.next() * 2 * Math.PI
      const [x, y] = [cx * seat.radius + Math.cos(angle) * r, (cy * seat.radius + Math.sin(angle) * r) * seat.depth]
      const pose = { x, y, z: seat.heightAt(x, y) + thick * 0.5, yaw: random.next() * 7, roll: random.around() * 0.3 }
      kitchen.ball(
        pose,
        [long * random.between(0.7, 1.2), thick * random.between(0.8, 1.2), thick * 0.7],
        surfaces[i % 4],
      )
    }
  }
}
