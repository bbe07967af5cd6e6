import type { Surface } from '../render/surface.ts'
import { noise2x } from '../render/volume-noise.ts'
import { roundedProfile, sheet, turned } from '../shapes/sheets.ts'
import type { Pose, Vector } from '../shapes/vector.ts'
import { food, type Look } from './food-surfaces.ts'
import { core } from './heap-core.ts'
import { type Kitchen, type Part, spread } from './kitchen.ts'

const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent

/**
 * A body between an ellipsoid (`square` 1) and a box (0.1), made uneven by noise.
 *
 * @param rough how far its surface moves in and out, in parts of its size
 */
export function body(
  kitchen: Kitchen,
  pose: Pose,
  [rx, ry, rz]: Vector,
  surface: Surface,
  { square = 1, rough = 0.12, grain = 1.6, fine = 1 } = {},
): void {
  const [ox, oy, oz] = [kitchen.random.next() * 30, kitchen.random.next() * 30, kitchen.random.next() * 30]
  kitchen.add(
    sheet(
      pose,
      Math.round(15 * fine),
      Math.round(22 * fine),
      (u, v, out) => {
        const [up, around] = [(u - 0.5) * Math.PI, v * 2 * Math.PI]
        const level = power(Math.cos(up), square)
        const x = level * power(Math.cos(around), square)
        const y = level * power(Math.sin(around), square)
        const z = power(Math.sin(up), square)
        const push = 1 + rough * noise2x(x * grain + ox, y * grain + oy, z * grain + oz) * 1.6
        out.x = x * rx * push
        out.y = y * ry * push
        out.z = z * rz * push
      },
      surface,
    ),
  )
}

export interface Pieces {
  readonly colour: string
  readonly look?: Look
  readonly count?: number
  /** Half the size of a piece along, across and up. */
  readonly size?: Vector
  readonly square?: number
  readonly rough?: number
  readonly share?: number
  /** How high the pieces are heaped in the middle. */
  readonly high?: number
  /** How far a piece sinks into what it lies on, in parts of its height. */
  readonly sunk?: number
  readonly tumbled?: number
  readonly x?: number
  readonly y?: number
}

/** Pieces of something, spread or heaped: meat, vegetables, tofu, fruit. */
export function pieces(spec: Pieces): Part {
  const {
    count = 9,
    size = [0.11, 0.09, 0.07],
    square = 0.8,
    rough = 0.14,
    share = 0.75,
    high = 0,
    sunk = 0.3,
    tumbled = 0.3,
  } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [cx, cy] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    const radius = Math.max(0.02, seat.radius * share - Math.min(size[0], size[1]) * 0.6)
    const surfaces = Array.from({ length: Math.min(count, 12) }, () =>
      food(spec.colour, { bump: 0.1, ...spec.look }, random),
    )
    const places = spread(random, count, 0.55).sort((a, b) => Math.hypot(b.x, b.y) - Math.hypot(a.x, a.y))
    const depth = seat.depth
    // A heap has an inside, so that the plate does not show between its pieces.
    if (high >= 0.1 && places.length > 5)
      core(
        kitchen,
        (x, y) =>
          seat.heightAt(x, y) +
          (high + size[2]) * Math.max(0, 1 - Math.hypot(x - cx, (y - cy) / depth) / radius) -
          0.01,
        radius,
        surfaces[0],
        cx,
        cy,
      )
    places.forEach(({ x, y }, i) => {
      const [px, py] = [cx + x * radius, cy + y * radius * depth]
      const vary = random.between(0.82, 1.15)
      const lift = high * Math.max(0, 1 - Math.hypot(x, y)) + size[2] * vary * (1 - 2 * sunk)
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py) + lift,
        yaw: random.next() * 7,
        pitch: random.around() * tumbled,
        roll: random.around() * tumbled,
      }
      const radii = [size[0] * vary, size[1] * vary * random.between(0.9, 1.1), size[2] * vary] as const
      const surface = surfaces[i % surfaces.length]
      if (rough < 0.03 && square > 0.95) kitchen.ball(pose, radii, surface)
      else body(kitchen, pose, radii, surface, { square, rough })
    })
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (x, y) => {
        const r = Math.hypot(x - cx, (y - cy) / depth) / (radius + size[0] * 0.5)
        return before(x, y) + (r < 1 ? high * (1 - r) + size[2] * (1.6 - 2 * sunk) * (1 - r * r) : 0)
      },
    }
  }
}

/** A flat round piece with soft edges; its own height 0 is its bottom. */
export function puck(
  kitchen: Kitchen,
  pose: Pose,
  radius: number,
  thick: number,
  surface: Surface,
  wobble?: (angle: number) => number,
): void {
  const profile = roundedProfile(
    [
      [0, thick],
      [radius * 0.55, thick],
      [radius * 0.93, thick * 0.97],
      [radius, thick * 0.6],
      [radius, thick * 0.35],
      [radius * 0.9, 0],
      [0, 0],
    ],
    2,
  )
  kitchen.add(turned(pose, profile, surface, 40, wobble))
}

/** A ring: onion, squid, a slice of olive or of a spring onion. */
export function ring(kitchen: Kitchen, pose: Pose, radius: number, thick: number, surface: Surface, tall = 1): void {
  kitchen.add(
    sheet(
      pose,
      26,
      9,
      (u, v, out) => {
        const [angle, around] = [u * 2 * Math.PI, v * 2 * Math.PI]
        const r = radius + Math.cos(around) * thick
        out.x = Math.cos(angle) * r
        out.y = Math.sin(angle) * r
        out.z = Math.sin(around) * thick * tall
      },
      surface,
    ),
  )
}

/** Rings strewn over the food. */
export function rings(
  colour: string,
  count: number,
  look: Look & { radius?: number; thick?: number; tall?: number; share?: number } = {},
): Part {
  const { radius = 0.03, thick = 0.009, tall = 1.3, share = 0.75 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const surfaces = [0, 1, 2].map(() => food(colour, { gloss: 0.4, glow: 0.4, bump: 0.03, ...look }, random))
    for (const { x, y } of spread(random, count, 1.4)) {
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py) + thick,
        yaw: 0,
        pitch: random.around() * 0.3,
        roll: random.around() * 0.3,
      }
      ring(kitchen, pose, radius * random.between(0.7, 1.15), thick, surfaces[Math.floor(random.next() * 3)], tall)
    }
  }
}
