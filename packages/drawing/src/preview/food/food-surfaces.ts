import { hex, mix, type Rgb, scaled } from '../render/colour.ts'
import { blendColour, type Point, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import type { SeededRandom } from '../seeded-random.ts'

export interface Look {
  /** Colour between which and the first one the surface varies. */
  readonly second?: string
  /** Colour of what is browned: peaks, edges, the top. */
  readonly crust?: string
  /** How much is browned, 0–1. */
  readonly done?: number
  /** How many patches a unit. */
  readonly grain?: number
  readonly gloss?: number
  readonly polish?: number
  readonly glow?: number
  /** How rough it is. */
  readonly bump?: number
}

/** The surface of most food: mottled between two colours, browned in places, more or less rough and moist. */
export function food(colour: string, look: Look = {}, random?: SeededRandom): Surface {
  const vary = random ? 1 + random.around() * 0.06 : 1
  const first = scaled(hex(colour), vary)
  const second = look.second ? hex(look.second) : mix(first, scaled(first, 0.55), 0.6)
  const crust = hex(look.crust ?? '#5a2c10')
  const { done = 0, grain = 4, gloss = 0.25, polish = 30, glow = 0.15, bump = 0.12 } = look
  const [ox, oy, oz] = random ? [random.next() * 32, random.next() * 32, random.next() * 32] : [0, 0, 0]
  return (x, y, z, point) => {
    const a = noise2x(x * grain + ox, y * grain + oy, z * grain + oz)
    const b = noise3(x * grain * 2.7 + oy, y * grain * 2.7 + oz, z * grain * 2.7 + ox)
    const share = smooth(-0.7, 0.75, a + b * 0.3)
    point.red = first[0] + (second[0] - first[0]) * share
    point.green = first[1] + (second[1] - first[1]) * share
    point.blue = first[2] + (second[2] - first[2]) * share
    if (done > 0) {
      const brown = smooth(0.95 - done * 1.3, 1.25 - done * 0.9, a * 0.6 + b * 0.35 + z * 0.25 + 0.25)
      blendColour(point, crust, brown * 0.9)
    }
    point.gloss = gloss
    point.polish = polish
    point.glow = glow
    point.bumpX = a * bump
    point.bumpY = b * bump
    point.bumpZ = (a - b) * bump * 0.5
  }
}

/** A plain surface of one colour. */
export function plain(colour: string, gloss = 0.2, polish = 30, glow = 0): Surface {
  const rgb = hex(colour)
  return (_x, _y, _z, point) => {
    setColour(point, rgb)
    point.gloss = gloss
    point.polish = polish
    point.glow = glow
  }
}

/** A liquid seen from above: deeper colour in the middle, drops of fat, small waves. */
export function liquid(
  colour: string,
  look: { deep?: string; oil?: string; oiliness?: number; swirl?: string; gloss?: number; grain?: number },
  random: SeededRandom,
): Surface {
  const shallow = hex(colour)
  const deep = look.deep ? hex(look.deep) : scaled(shallow, 0.6)
  const oil = look.oil ? hex(look.oil) : undefined
  const swirl = look.swirl ? hex(look.swirl) : undefined
  const { oiliness = 0.4, gloss = 0.75, grain = 3 } = look
  const [ox, oy] = [random.next() * 32, random.next() * 32]
  return (x, y, z, point) => {
    const a = noise2x(x * grain + ox, y * grain + oy, z)
    setColour(point, shallow)
    blendColour(point, deep, smooth(-0.8, 0.8, a))
    if (oil) {
      const [dx, dy] = [x * 17 + y * 9 + oy, y * 18 - x * 8 + ox]
      const drop = noise3(dx, dy, 3.3) + 0.35 * noise3(dx * 0.37, dy * 0.37, 8.1)
      const ring = smooth(0.72 - oiliness * 0.4, 0.88 - oiliness * 0.4, drop)
      blendColour(point, oil, ring * 0.55)
      point.bumpX += ring * (1 - ring) * 0.5
    }
    if (swirl) {
      const r = Math.hypot(x, y)
      const arm = Math.sin(Math.atan2(y, x) + r * 9 + a * 1.2)
      blendColour(point, swirl, smooth(0.72, 0.9, arm) * smooth(0.75, 0.5, r) * smooth(0.04, 0.12, r) * 0.92)
    }
    point.gloss = gloss
    point.polish = 160
    point.glow = 0.1
    point.bumpX += a * 0.05
    point.bumpY += noise3(x * 5 + oy, y * 5, 1.5) * 0.05
  }
}

/** Glazed ceramic, with speckles and a bare or coloured rim where `rimFrom` (a radius) is passed. */
export function ceramic(
  colour: string,
  look: { rim?: string; rimFrom?: number; speckle?: string; matt?: boolean } = {},
): Surface {
  const glaze = hex(colour)
  const rim = look.rim ? hex(look.rim) : undefined
  const speckle = look.speckle ? hex(look.speckle) : undefined
  const { rimFrom = 0.965 } = look
  return (x, y, z, point) => {
    setColour(point, glaze)
    const cloud = noise3(x * 3.1 + 4, y * 3.1, z * 3.1)
    blendColour(point, [glaze[0] * 0.86, glaze[1] * 0.86, glaze[2] * 0.87], 0.5 + 0.5 * cloud)
    if (speckle) {
      const spot = noise3(x * 46, y * 46, z * 46) + 0.3 * noise3(x * 19, y * 19, z * 19)
      blendColour(point, speckle, smooth(0.68, 0.8, spot) * 0.75)
    }
    if (rim) {
      const r = Math.sqrt(x * x + y * y)
      blendColour(point, rim, smooth(rimFrom, rimFrom + 0.012, r + cloud * 0.004))
    }
    point.gloss = look.matt ? 0.16 : 0.42
    point.polish = look.matt ? 14 : 90
  }
}

/** Wood with its grain along x. */
export function wood(light: string, dark: string): Surface {
  const [a, b] = [hex(light), hex(dark)]
  return (x, y, z, point) => {
    const bend = noise3(x * 1.1, y * 3, z * 3) * 0.5
    const line = 0.5 + 0.5 * Math.sin((y * 17 + bend * 5 + z * 9) * 2)
    const fibre = noise3(x * 6, y * 60, z * 60)
    setColour(point, a)
    blendColour(point, b, Math.min(1, Math.max(0, line * 0.45 + fibre * 0.25 + 0.2)))
    point.gloss = 0.12
    point.polish = 16
    point.bumpY = fibre * 0.08
  }
}

/** Metal: dark cast iron, steel, copper, brass. */
export function metal(colour: string, gloss = 0.8, polish = 40, rough = 0.02): Surface {
  const rgb: Rgb = hex(colour)
  return (x, y, z, point: Point) => {
    // Turned against the axes, along which the grid of the noise would show on a flat pan.
    const [a, b] = [x * 33 + y * 19, y * 35 - x * 17]
    const n = noise3(a, b, z * 40 + x * 9)
    setColour(point, rgb)
    point.gloss = gloss
    point.polish = polish
    point.bumpX = n * rough
    point.bumpY = noise3(b + 7, z * 40 + y * 11, a) * rough
  }
}
