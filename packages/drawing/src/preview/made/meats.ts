import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen, Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { tube } from '../shapes/sheets.ts'
import type { Pose, Vector } from '../shapes/vector.ts'

/** A seared crust with the marks of a grill, one way or crossed. */
export function seared(
  colour: string,
  look: { marks?: number; fat?: string; crossed?: boolean; gloss?: number } = {},
): Surface {
  const [meat, dark, fat] = [hex(colour), hex('#24100a'), hex(look.fat ?? '#d9a878')]
  const { marks = 0, gloss = 0.5 } = look
  return (x, y, z, point) => {
    const n = noise2x(x * 8, y * 8, z * 8)
    const fine = noise3(x * 26, y * 26, z * 26)
    setColour(point, meat)
    blendColour(point, dark, smooth(-0.25, 0.85, n + 0.45 * fine) * 0.72)
    if (marks > 0) {
      const line = (along: number) => smooth(0.8, 0.95, Math.sin(along * marks + n * 0.5))
      const burnt = Math.max(line(x * 0.8 + y * 0.6), look.crossed ? line(x * 0.8 - y * 0.6) : 0)
      blendColour(point, dark, burnt * 0.85)
      point.bumpZ = -burnt * 0.2
    }
    if (look.fat) blendColour(point, fat, smooth(0.35, 0.6, noise3(x * 3.3 + 7, y * 9, z * 3)) * 0.6)
    point.gloss = gloss
    point.polish = 45
    point.bumpX = n * 0.25 + fine * 0.15
    point.bumpY = fine * 0.2
  }
}

/** Cut meat: pink within, brown at its edge. Its cut faces look along x. */
export function cutMeat(inside: string, outside: string, half: Vector): Surface {
  const [pink, brown] = [hex(inside), hex(outside)]
  return (x, y, z, point) => {
    const near = Math.max(Math.abs(y) / half[1], Math.abs(z) / half[2])
    const n = noise2x(x * 6, y * 14, z * 14)
    setColour(point, pink)
    blendColour(point, [pink[0] * 0.6, pink[1] * 0.5, pink[2] * 0.5], smooth(-0.3, 0.8, n) * 0.6)
    blendColour(point, brown, smooth(0.72, 0.95, near + n * 0.12))
    point.gloss = 0.5
    point.polish = 50
    point.glow = 0.3
    point.bumpX = n * 0.15
    point.bumpY = n * 0.2
  }
}

/** A steak, a chop, a cutlet or a fillet: one slab. */
export function slab(surface: (kitchen: Kitchen) => Surface, size: Vector = [0.46, 0.31, 0.085], at: Pose = {}): Part {
  return (kitchen) => {
    const { seat } = kitchen
    const [x, y] = [(at.x ?? 0) * seat.radius, (at.y ?? 0) * seat.radius * seat.depth]
    body(
      kitchen,
      { yaw: 0.35, ...at, x, y, z: seat.heightAt(x, y) + size[2] * 0.92 + (at.z ?? 0) },
      size,
      surface(kitchen),
      { square: 0.55, rough: 0.1, grain: 1.1, fine: 2 },
    )
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) =>
        before(px, py) + (Math.hypot((px - x) / size[0], (py - y) / size[1]) < 0.8 ? size[2] * 1.85 : 0),
    }
  }
}

/** Slices that lean on each other in a row, as of steak, duck, pork belly or roast. */
export function fanned(spec: {
  inside: string
  outside: string
  count?: number
  size?: Vector
  gap?: number
  x?: number
  y?: number
  yaw?: number
  lean?: number
}): Part {
  const { count = 7, size = [0.035, 0.19, 0.1], gap = 0.085, yaw = 0.3, lean = 0.75 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [cx, cy] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    for (let i = 0; i < count; i++) {
      const along = (i - (count - 1) / 2) * gap
      const [x, y] = [cx + Math.cos(yaw) * along, cy + Math.sin(yaw) * along]
      const z = seat.heightAt(x, y) + size[2] * 0.75
      body(
        kitchen,
        { x, y, z, yaw: yaw + random.around() * 0.05, roll: lean + random.around() * 0.06 },
        size,
        cutMeat(spec.inside, spec.outside, size),
        { square: 0.4, rough: 0.06, fine: 1.4 },
      )
    }
  }
}

/** A drumstick or a wing, its bone along x. */
export function drumsticks(
  count: number,
  look: { colour?: string; crunchy?: boolean; size?: number; share?: number; sauce?: boolean; bone?: number } = {},
): Part {
  const { colour = '#b06a28', crunchy = false, size = 1, share = 0.62, bone: bare = 0.75 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * 2 * Math.PI + random.around() * 0.2
      const away = count === 1 ? 0 : seat.radius * share * (i % 3 === 2 && count > 4 ? 0.3 : 0.85)
      const [x, y] = [Math.cos(angle) * away, Math.sin(angle) * away * seat.depth]
      const pose = {
        x,
        y,
        z: seat.heightAt(x, y) + 0.13 * size + (i % 3 === 2 && count > 4 ? 0.12 : 0),
        yaw: angle + 0.6 + random.around() * 0.5,
        pitch: random.around() * 0.2,
        roll: 0.12,
      }
      const surface = food(
        colour,
        {
          second: look.sauce ? '#7d1f0c' : '#d19a4c',
          crust: '#5b2a0d',
          done: 0.45,
          gloss: look.sauce ? 0.6 : crunchy ? 0.25 : 0.55,
          polish: 60,
          bump: crunchy ? 0.6 : 0.28,
          grain: crunchy ? 16 : 9,
        },
        random,
      )
      const [ox, oy] = [random.next() * 20, random.next() * 20]
      const path = Array.from(
        { length: 18 },
        (_, k) => [(-0.28 + 0.56 * (k / 17)) * size, Math.sin(k / 5) * 0.02 * size, 0] as const,
      )
      const thick = (u: number) =>
        size *
        (0.022 + 0.105 * Math.sin(Math.PI * Math.min(1, u * 1.02 + 0.05)) ** 0.7 * (1.25 - 0.8 * u)) *
        (1 + (crunchy ? 0.2 : 0.1) * noise2x(u * 8 + ox, oy, 2))
      kitchen.add(tube(pose, path, thick, surface, 14))
      const bone = Array.from({ length: 5 }, (_, k) => [(0.24 + 0.14 * bare * (k / 4)) * size, 0.0, 0] as const)
      kitchen.add(tube(pose, bone, (u) => size * (0.026 + 0.014 * u), food('#eadcc0', { gloss: 0.2 }, random), 8))
    }
  }
}

/** A sausage along x. */
export function sausage(
  kitchen: Kitchen,
  pose: Pose,
  long: number,
  thick: number,
  surface: Surface,
  bend = 0.06,
): void {
  const path = Array.from({ length: 20 }, (_, k) => {
    const t = k / 19
    return [(t - 0.5) * long, bend * Math.sin(Math.PI * t), 0] as const
  })
  kitchen.add(
    tube(
      pose,
      path,
      (u) => thick * Math.min(1, Math.sin(Math.PI * Math.min(Math.max(u, 0.004), 0.996)) * 5) ** 0.5,
      surface,
      14,
    ),
  )
}

/** Sticks with pieces on them, side by side. */
export function skewers(spec: {
  count?: number
  pieces: readonly { colour: string; size: Vector; square?: number; done?: number; gloss?: number }[]
  on?: number
  long?: number
}): Part {
  const { count = 3, on = 5, long = 1.15 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const stick = food('#c9a878', { gloss: 0.1 }, random)
    for (let i = 0; i < count; i++) {
      const y0 = (i - (count - 1) / 2) * Math.min(0.34, (1.5 * seat.radius * seat.depth) / count)
      const yaw = 0.22 + random.around() * 0.05
      const z = seat.heightAt(0, y0) + 0.09
      const path = Array.from({ length: 4 }, (_, k) => [(k / 3 - 0.5) * long * seat.radius * 2, 0, 0] as const)
      kitchen.add(tube({ x: 0.05, y: y0, z, yaw }, path, () => 0.014, stick, 6))
      for (let k = 0; k < on; k++) {
        const piece = spec.pieces[k % spec.pieces.length]
        const along = ((k + 0.5) / on - 0.5) * long * seat.radius * 1.5 - 0.05
        const pose = {
          x: 0.05 + Math.cos(yaw) * along,
          y: y0 + Math.sin(yaw) * along,
          z,
          yaw: yaw + random.around() * 0.15,
          pitch: random.around() * 0.3,
        }
        body(
          kitchen,
          pose,
          piece.size,
          food(
            piece.colour,
            { crust: '#2e140a', done: piece.done ?? 0.4, gloss: piece.gloss ?? 0.5, polish: 50, bump: 0.15, grain: 7 },
            random,
          ),
          { square: piece.square ?? 0.7, rough: 0.12 },
        )
      }
    }
  }
}
