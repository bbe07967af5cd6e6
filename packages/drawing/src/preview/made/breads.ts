import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { type Kitchen, type Part, spread } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { roundedProfile, sheet, tube, turned } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'

/** Baked dough: pale where it was covered, brown where it rises. */
export const crust = (colour: string, brown: string, done: number, grain = 5): Surface => {
  const [pale, dark] = [hex(colour), hex(brown)]
  return (x, y, z, point) => {
    const n = noise2x(x * grain, y * grain, z * grain + 3)
    setColour(point, pale)
    blendColour(point, dark, smooth(1.05 - done * 1.5, 1.35 - done, n * 0.7 + 0.35 + z * 0.6) * 0.9)
    point.gloss = 0.2
    point.polish = 24
    point.glow = 0.15
    point.bumpX = n * 0.12
    point.bumpY = noise3(x * grain * 3, y * grain * 3, 2) * 0.1
  }
}

/** Open crumb with holes, as on a cut face. */
export const crumb = (colour = '#ecd9b0'): Surface => {
  const [light, hole] = [hex(colour), hex('#b08a54')]
  return (x, y, z, point) => {
    const n = noise3(x * 22, y * 22, z * 22) + 0.5 * noise3(x * 47, y * 47, z * 47)
    setColour(point, light)
    blendColour(point, hole, smooth(0.25, 0.7, n) * 0.7)
    point.gloss = 0.06
    point.glow = 0.3
    point.bumpX = n * 0.22
    point.bumpY = -n * 0.2
  }
}

/** A flat bread: tortilla, naan, pita, pancake of any kind, with charred bubbles. */
export function flatBread(spec: {
  colour?: string
  char?: string
  radius?: number
  stretch?: number
  bubbles?: number
  x?: number
  y?: number
  lift?: number
  yaw?: number
  fold?: boolean
}): Part {
  const {
    colour = '#e3c48d',
    char = '#5e3415',
    radius = 0.5,
    stretch = 1,
    bubbles = 0.5,
    x = 0,
    y = 0,
    lift = 0,
  } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [ox, oy] = [random.next() * 30, random.next() * 30]
    const [pale, dark] = [hex(colour), hex(char)]
    const [cx, cy] = [x * seat.radius, y * seat.radius * seat.depth]
    const base = seat.heightAt(cx, cy)
    kitchen.add(
      sheet(
        { x: cx, y: cy, z: base + lift + 0.015, yaw: spec.yaw ?? random.next() * 7 },
        22,
        48,
        (u, v, out) => {
          const angle = v * 2 * Math.PI
          const edge = radius * (1 + 0.06 * noise2x(Math.cos(angle) * 1.3 + ox, Math.sin(angle) * 1.3, oy))
          const r = edge * Math.sin((Math.PI / 2) * u)
          out.x = Math.cos(angle) * r * stretch
          out.y = Math.sin(angle) * r
          out.z =
            0.035 * (u > 0.99 ? -0.3 : Math.sqrt(1 - (u * 0.9) ** 6)) +
            bubbles * 0.035 * noise2x(out.x * 5 + ox, out.y * 5, oy)
          if (spec.fold && out.x > 0) [out.x, out.z] = [-out.x * 0.96, out.z + 0.05 + out.x * 0.05]
        },
        (px, py, pz, point) => {
          const n = noise2x(px * 5 + ox, py * 5, oy)
          setColour(point, pale)
          blendColour(
            point,
            [pale[0] * 0.8, pale[1] * 0.68, pale[2] * 0.5],
            smooth(-0.2, 0.5, noise3(px * 9, py * 9, ox)) * 0.6,
          )
          blendColour(point, dark, smooth(0.7 - bubbles * 0.6, 1.05 - bubbles * 0.6, n + pz) * 0.85)
          point.gloss = 0.14
          point.glow = 0.2
          point.bumpX = noise3(px * 20, py * 20, 3) * 0.1
        },
      ),
    )
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) => before(px, py) + (Math.hypot((px - cx) / stretch, py - cy) < radius ? 0.05 + lift : 0),
    }
  }
}

/** A slice of bread lying flat, its crumb up, its corners round. */
export function toast(
  spec: { size?: number; x?: number; y?: number; yaw?: number; long?: number; toasted?: number; thick?: number } = {},
): Part {
  const { size = 0.36, x = 0, y = 0, yaw = 0.2, long = 1, toasted = 0.5, thick = 0.045 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [cx, cy] = [x * seat.radius, y * seat.radius * seat.depth]
    const inside = crumb(toasted > 0.3 ? '#ddb478' : '#f0e2c2')
    const rind = hex('#8a4f1e')
    body(
      kitchen,
      { x: cx, y: cy, z: seat.heightAt(cx, cy) + thick, yaw },
      [size * long, size * 0.86, thick],
      (px, py, pz, point) => {
        inside(px, py, pz, point)
        const edge = Math.max(Math.abs(px) / (size * long), Math.abs(py) / (size * 0.86))
        const n = noise2x(px * 5, py * 5, 3)
        blendColour(point, rind, Math.max(smooth(0.88, 0.97, edge), toasted * smooth(-0.1, 0.8, n) * 0.7))
      },
      { square: 0.35, rough: 0.03, fine: 1.6 },
    )
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) =>
        before(px, py) + (Math.abs(px - cx) < size * long && Math.abs(py - cy) < size ? thick * 2 : 0),
    }
    void random
  }
}

/** A long loaf along x, opened on the viewer's side: baguette, roll of a hot dog. */
export function longRoll(
  kitchen: Kitchen,
  spec: { long: number; thick: number; colour?: string; brown?: string; pose: Pose; high?: number },
): void {
  const { long, thick, pose, high = 0.9 } = spec
  const surface = crust(spec.colour ?? '#d59a4d', spec.brown ?? '#8a4a17', 0.6)
  const inner = crumb()
  // Two halves, hinged at the back, with their crumb towards each other.
  for (const side of [-1, 1]) {
    kitchen.add(
      sheet(
        pose,
        30,
        26,
        (u, v, out) => {
          const taper = Math.sin(Math.PI * Math.min(Math.max(u, 0.003), 0.997)) ** 0.3
          const angle = v * 2 * Math.PI
          const [c, s] = [Math.cos(angle), Math.sin(angle)]
          out.x = (u - 0.5) * long
          out.y = side * thick * 0.62 + c * thick * 0.55 * taper
          out.z = thick * 0.62 + s * thick * 0.62 * high * taper + (side > 0 ? thick * 0.14 : 0)
        },
        (x, y, z, point) => {
          const within = side > 0 ? y < thick * 0.42 : y > -thick * 0.42
          if (within && z > thick * 0.3) inner(x, y, z, point)
          else surface(x, y, z, point)
        },
      ),
    )
  }
}

/** Croissants: rolled dough whose windings rise towards the middle, each with its layers, on both of its ends a point. */
export function crescent(kitchen: Kitchen, pose: Pose, size: number): void {
  const [pale, gold, dark] = [hex('#e8b866'), hex('#c27a2a'), hex('#7d3d10')]
  const bow = 2.7
  const windings = 7
  const phase = kitchen.random.next() * 20
  const thick = (u: number) => {
    const out = Math.abs(u * 2 - 1)
    const whole = Math.cos((out ** 1.15 * Math.PI) / 2) ** 0.85
    const step = 1 - ((out * windings + 0.5) % 1)
    return size * (0.012 + 0.175 * whole * (0.84 + 0.16 * step ** 0.6))
  }
  const path = Array.from({ length: 120 }, (_, k) => {
    const u = k / 119
    const angle = (u - 0.5) * bow
    return [Math.cos(angle) * 0.42 * size, Math.sin(angle) * 0.5 * size, thick(u) * 0.8] as const
  })
  kitchen.add(
    tube(
      pose,
      path,
      thick,
      (x, y, z, point) => {
        const u = Math.atan2(y / 0.5, x / 0.42) / bow + 0.5
        const at = Math.abs(u * 2 - 1) * windings + 0.5
        const step = at % 1
        const layers = noise3(at * 7, z * 9, phase) + 0.5 * noise3(at * 16, z * 12, phase)
        setColour(point, gold)
        blendColour(point, pale, smooth(0.72, 0.98, step) * 0.8 + smooth(0.25, 0.8, layers) * 0.45)
        blendColour(point, dark, smooth(0.5, 0.02, step) * 0.5 + smooth(0.1, 0.9, -layers) * 0.4)
        blendColour(point, dark, smooth(0.14, 0.3, z / size) * 0.3)
        point.gloss = 0.4
        point.polish = 36
        point.glow = 0.15
        point.bumpX = layers * 0.14
        point.bumpY = -layers * 0.1
      },
      18,
      0.82,
    ),
  )
}

/** A domed bun with its bottom at the pose's height. */
export function bunTop(
  kitchen: Kitchen,
  pose: Pose,
  radius: number,
  high: number,
  sesame: boolean,
  colour = '#c9802f',
): void {
  const { random } = kitchen
  const profile = roundedProfile(
    [
      [0, high],
      [radius * 0.5, high * 0.97],
      [radius * 0.9, high * 0.66],
      [radius * 1.03, high * 0.25],
      [radius * 0.97, 0],
      [0, 0],
    ],
    3,
  )
  const surface = food(
    colour,
    { second: '#b56a22', crust: '#7a3d12', done: 0.5, gloss: 0.42, polish: 40, glow: 0.15, bump: 0.02, grain: 2.2 },
    random,
  )
  kitchen.add(turned(pose, profile, surface, 64, (angle) => 1 + 0.015 * Math.sin(angle * 3)))
  if (!sesame) return
  const seed = food('#f2e2ba', { gloss: 0.3 }, random)
  for (const { x, y } of spread(random, 70, 0.5)) {
    const [r, angle] = [Math.hypot(x, y) * 0.8, Math.atan2(y, x)]
    const z = high * (1 - 0.42 * r ** 3.2) + 0.004
    kitchen.ball(
      {
        x: (pose.x ?? 0) + Math.cos(angle) * r * radius,
        y: (pose.y ?? 0) + Math.sin(angle) * r * radius,
        z: (pose.z ?? 0) + z * 0.985,
        yaw: random.next() * 7,
      },
      [0.021, 0.013, 0.008],
      seed,
    )
  }
}
