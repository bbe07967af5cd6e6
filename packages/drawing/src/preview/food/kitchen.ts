import type { Surface } from '../render/surface.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Thing } from '../shapes/thing.ts'
import { type Pose, rotationOf, type Vector } from '../shapes/vector.ts'

/** Where food lies: the inside of a plate, the level of a broth, the top of a heap of rice. */
export interface Seat {
  /** Radius of the room for food. */
  readonly radius: number
  /** Parts of the radius that there is room for in depth; 1 is round. */
  readonly depth: number
  heightAt(x: number, y: number): number
}

/** Where a dish is put together. Units: a dinner plate has radius 1. */
export interface Kitchen {
  readonly random: SeededRandom
  readonly things: Thing[]
  /** Where the next part goes. Parts that make a base replace it. */
  seat: Seat
  ball(pose: Pose, radii: Vector, surface: Surface): void
  add(thing: Thing): void
}

/** One part of a dish: it adds its things to the kitchen. */
export type Part = (kitchen: Kitchen) => void

export function openKitchen(random: SeededRandom, seat: Seat): Kitchen {
  const things: Thing[] = []
  return {
    random,
    things,
    seat,
    ball: (pose, radii, surface) => {
      const at = [pose.x ?? 0, pose.y ?? 0, pose.z ?? 0] as const
      things.push({ kind: 'ball', at, turn: rotationOf(pose), radii, surface })
    },
    add: (thing) => {
      things.push(thing)
    },
  }
}

/** The same part with its own generator and seat, moved and made smaller: `share` is the radius it has of the seat. */
export function within(at: { x?: number; y?: number; share?: number }, ...parts: readonly Part[]): Part {
  return (kitchen) => {
    const { seat, things } = kitchen
    const [x, y] = [(at.x ?? 0) * seat.radius, (at.y ?? 0) * seat.radius * seat.depth]
    const inner = openKitchen(kitchen.random.fork(`${things.length}`), {
      radius: seat.radius * (at.share ?? 1),
      depth: seat.depth,
      heightAt: (dx, dy) => seat.heightAt(x + dx, y + dy),
    })
    for (const part of parts) part(inner)
    for (const thing of inner.things) things.push(moved(thing, x, y, 0))
  }
}

/** The same thing elsewhere. */
export function moved(thing: Thing, x: number, y: number, z: number): Thing {
  const at = [thing.at[0] + x, thing.at[1] + y, thing.at[2] + z] as const
  if (thing.kind === 'ball') return { ...thing, at }
  const points = thing.points.slice()
  for (let i = 0; i < points.length; i += 3) {
    points[i] += x
    points[i + 1] += y
    points[i + 2] += z
  }
  return { ...thing, at, points }
}

/** Places spread evenly over a disc (a sunflower's), each shaken a little. */
export function spread(random: SeededRandom, count: number, shake = 0.5): { x: number; y: number }[] {
  const turn = random.next() * 7
  return Array.from({ length: count }, (_, i) => {
    const r = Math.sqrt((i + 0.5) / count)
    const angle = i * 2.39996 + turn
    const jitter = shake / Math.sqrt(count)
    const x = r * Math.cos(angle) + random.around() * jitter
    const y = r * Math.sin(angle) + random.around() * jitter
    // What is shaken out of the disc would lie beside the plate.
    const inside = Math.min(1, 1 / Math.hypot(x, y))
    return { x: x * inside, y: y * inside }
  })
}
