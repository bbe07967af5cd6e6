import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { roundedProfile, turned } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'
import { puck } from './bodies.ts'
import { type Kitchen, type Part, spread } from './kitchen.ts'

/** The cut face of something round, by the share of its radius and the angle. */
interface Cut {
  readonly skin: string
  readonly flesh: string
  readonly core: string
  /** Share of the radius where the skin and where the core begin. */
  readonly skinFrom?: number
  readonly coreTo?: number
  /** Segments, as in citrus and tomato; their walls have the colour of `wall`. */
  readonly segments?: number
  readonly wall?: string
  /** Seeds in a ring. */
  readonly seeds?: string
  readonly gloss?: number
}

export const CUTS = {
  tomato: {
    skin: '#b3261c',
    flesh: '#cf4632',
    core: '#e08a62',
    coreTo: 0.2,
    segments: 6,
    wall: '#d86b4d',
    seeds: '#e7c878',
    gloss: 0.6,
  },
  cucumber: { skin: '#2f5d28', flesh: '#d3e2a5', core: '#e3ecc0', skinFrom: 0.9, coreTo: 0.5, seeds: '#f0f3d3' },
  lemon: {
    skin: '#e8bf2c',
    flesh: '#f2dc6a',
    core: '#f7efc6',
    skinFrom: 0.9,
    coreTo: 0.1,
    segments: 9,
    wall: '#f8f0c8',
  },
  lime: {
    skin: '#4f8a2c',
    flesh: '#c4d96f',
    core: '#eef2c8',
    skinFrom: 0.9,
    coreTo: 0.1,
    segments: 9,
    wall: '#edf3cc',
  },
  orange: {
    skin: '#e08a1e',
    flesh: '#eda03a',
    core: '#f8e3b4',
    skinFrom: 0.9,
    coreTo: 0.09,
    segments: 10,
    wall: '#f7dfae',
  },
  'rare beef': { skin: '#7d4335', flesh: '#b5645a', core: '#c98079', skinFrom: 0.8, coreTo: 0.7, gloss: 0.5 },
  sausage: { skin: '#5a2a1c', flesh: '#8a4835', core: '#97543f', skinFrom: 0.88, coreTo: 0.5, gloss: 0.5 },
  pepperoni: { skin: '#8e2418', flesh: '#b23a26', core: '#b23a26', skinFrom: 0.88, coreTo: 0, gloss: 0.55 },
  salami: { skin: '#7a2820', flesh: '#a54a3f', core: '#a54a3f', skinFrom: 0.94, seeds: '#e6c3b4' },
  radish: { skin: '#b3244a', flesh: '#f6f0ee', core: '#f9f6f4', skinFrom: 0.92, coreTo: 0.6 },
  onion: { skin: '#8a3b6a', flesh: '#eddbe4', core: '#f4eaee', skinFrom: 0.92, coreTo: 0.2 },
  carrot: { skin: '#cf6a1c', flesh: '#e58a33', core: '#eda24e', skinFrom: 0.93, coreTo: 0.4 },
  courgette: { skin: '#3c6b2b', flesh: '#dbe0a4', core: '#e6e8bd', skinFrom: 0.92, coreTo: 0.5 },
  aubergine: { skin: '#3a1b33', flesh: '#c6a973', core: '#a9854f', skinFrom: 0.93, coreTo: 0.5, seeds: '#8c6a3c' },
  mushroom: { skin: '#a5825d', flesh: '#e3d4bb', core: '#cbb591', skinFrom: 0.9, coreTo: 0.35 },
  jalapeno: { skin: '#3e7628', flesh: '#a9c264', core: '#dfe5b5', skinFrom: 0.8, coreTo: 0.5, seeds: '#f0e6b2' },
  kiwi: { skin: '#6b4f2c', flesh: '#86a93a', core: '#e9ecc8', skinFrom: 0.95, coreTo: 0.25, seeds: '#22200f' },
  strawberry: { skin: '#b5212a', flesh: '#d64b4c', core: '#f3c9bd', skinFrom: 0.86, coreTo: 0.35 },
  banana: { skin: '#eed898', flesh: '#f4e6b6', core: '#e6cf8c', skinFrom: 0.94, coreTo: 0.3, seeds: '#b79a5c' },
  narutomaki: { skin: '#f3eee6', flesh: '#f6f2ec', core: '#e2849c', skinFrom: 0.95, coreTo: 0.42 },
  lotus: { skin: '#c9b18a', flesh: '#e6d8bb', core: '#d8c6a2', skinFrom: 0.94, coreTo: 0.2, seeds: '#8a7450' },
  mozzarella: { skin: '#f5efe2', flesh: '#faf6ec', core: '#fbf8f0', coreTo: 0.5 },
  potato: { skin: '#c08a45', flesh: '#e6c57f', core: '#edd295', skinFrom: 0.88, coreTo: 0.5 },
} as const satisfies Record<string, Cut>

export type CutName = keyof typeof CUTS

/** The surface of a slice whose cut face is level, of some radius. */
export function cutFace(name: CutName, radius: number): Surface {
  const cut: Cut = CUTS[name]
  const [skin, flesh, core] = [hex(cut.skin), hex(cut.flesh), hex(cut.core)]
  const wall = cut.wall ? hex(cut.wall) : undefined
  const seeds = cut.seeds ? hex(cut.seeds) : undefined
  const { skinFrom = 0.93, coreTo = 0.3, segments = 0 } = cut
  return (x, y, z, point) => {
    const r = Math.sqrt(x * x + y * y) / radius
    const angle = Math.atan2(y, x)
    setColour(point, flesh)
    const n = noise3((x / radius) * 4, (y / radius) * 4, z * 9)
    blendColour(point, core, smooth(coreTo + 0.12, coreTo - 0.05, r + n * 0.06))
    if (wall && segments > 0) {
      const side = Math.abs(Math.sin((angle * segments) / 2)) * r
      blendColour(point, wall, smooth(0.1, 0.04, side) * smooth(1.02, 0.85, r))
      point.bumpZ = side * 0.1
    }
    if (seeds) {
      const spot = Math.cos(angle * (segments || 9) * 2) * smooth(0.18, 0.06, Math.abs(r - 0.58))
      blendColour(point, seeds, smooth(0.55, 0.85, spot) * 0.9)
    }
    blendColour(point, skin, smooth(skinFrom - 0.02, skinFrom + 0.02, r))
    point.gloss = cut.gloss ?? 0.4
    point.polish = 50
    point.glow = 0.45
    point.bumpX = n * 0.08
    point.bumpY = n * 0.06
  }
}

/** One slice. */
export function slice(kitchen: Kitchen, name: CutName, pose: Pose, radius: number, thick = 0.02): void {
  puck(kitchen, pose, radius, thick, cutFace(name, radius))
}

/** Slices spread over the food, or in a row that overlaps like roof tiles. */
export function slices(
  name: CutName,
  count: number,
  look: { radius?: number; thick?: number; share?: number; lean?: number; x?: number; y?: number; fan?: number } = {},
): Part {
  const { radius = 0.1, thick = 0.02, share = 0.75, lean = 0.2, x: cx = 0, y: cy = 0 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const [ox, oy] = [cx * seat.radius, cy * seat.radius * seat.depth]
    const places = look.fan
      ? Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * (look.fan ?? 1) * radius, y: 0 }))
      : spread(random, count, 0.6).map(({ x, y }) => ({
          x: x * seat.radius * share,
          y: y * seat.radius * share * seat.depth,
        }))
    for (const { x, y } of places) {
      const [px, py] = [ox + x, oy + y]
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py) + (look.fan ? radius * 0.12 : 0.004),
        yaw: look.fan ? 0 : random.next() * 7,
        roll: look.fan ? -0.3 : random.around() * lean,
        pitch: random.around() * lean * 0.5,
      }
      slice(kitchen, name, pose, radius * random.between(0.88, 1.1), thick)
    }
  }
}

/** Half an egg with its cut face up. `soft` leaves the yolk dark and shining. */
export function halfEgg(at: { x: number; y: number; size?: number; soft?: boolean; soy?: boolean }): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const size = (at.size ?? 1) * 0.155
    const [white, yolk, edge] = [
      hex(at.soy ? '#efe0c4' : '#f8f5ec'),
      hex(at.soft === false ? '#f0c04e' : '#ec8f1b'),
      hex(at.soy ? '#b98750' : '#f3efe4'),
    ]
    const [x, y] = [at.x * seat.radius, at.y * seat.radius * seat.depth]
    const profile = roundedProfile(
      [
        [0, 0.3],
        [0.5, 0.3],
        [0.96, 0.3],
        [1, 0.22],
        [0.86, -0.3],
        [0.4, -0.62],
        [0, -0.66],
      ].map(([r, z]) => [r * size, z * size] as const),
      2,
    )
    kitchen.add(
      turned(
        {
          x,
          y,
          z: seat.heightAt(x, y) + size * 0.25,
          yaw: random.next() * 7,
          pitch: random.around() * 0.12,
          roll: random.around() * 0.12,
        },
        profile,
        (px, py, pz, point) => {
          const r = Math.hypot(px * 0.88, py) / size
          const top = pz > size * 0.24
          setColour(point, top ? white : edge)
          if (top) {
            const inYolk = smooth(0.58, 0.53, r)
            blendColour(point, yolk, inYolk)
            blendColour(point, edge, smooth(0.85, 0.98, r))
            point.gloss = 0.3 + inYolk * 0.5
            point.polish = 90
            point.bumpX = (-px / size) * inYolk * 0.5
            point.bumpY = (-py / size) * inYolk * 0.5
          }
          point.glow = 0.5
        },
        44,
        (angle) => 1 + 0.13 * Math.cos(angle) ** 2,
      ),
    )
  }
}

/** A fried or poached egg. */
export function friedEgg(at: { x?: number; y?: number; size?: number; poached?: boolean } = {}): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const size = at.size ?? 0.26
    const [x, y] = [(at.x ?? 0) * seat.radius, (at.y ?? 0) * seat.radius * seat.depth]
    const z = seat.heightAt(x, y)
    const [white, brown, yolk] = [hex('#fbf8f0'), hex('#c98f45'), hex('#f0a020')]
    const phase = random.next() * 7
    const rough = (angle: number) => 1 + 0.1 * Math.sin(angle * 3 + phase) + 0.06 * Math.sin(angle * 5 - phase)
    const high = at.poached ? 0.09 : 0.035
    const profile = roundedProfile(
      [
        [0, high],
        [size * 0.5, high * 0.9],
        [size * 0.9, 0.022],
        [size, 0.004],
        [size * 0.9, 0],
        [0, 0],
      ],
      2,
    )
    kitchen.add(
      turned(
        { x, y, z },
        profile,
        (px, py, _pz, point) => {
          const r = Math.hypot(px, py) / size / rough(Math.atan2(py, px))
          setColour(point, white)
          if (!at.poached) blendColour(point, brown, smooth(0.86, 1, r) * 0.75)
          const n = noise3(px * 14, py * 14, 1)
          point.gloss = 0.45
          point.polish = 60
          point.glow = 0.4
          point.bumpX = n * 0.12
          point.bumpY = -n * 0.1
        },
        48,
        rough,
      ),
    )
    kitchen.ball({ x, y, z: z + high }, [size * 0.37, size * 0.37, size * 0.2], (_x, _y, _z, point) => {
      setColour(point, yolk)
      point.gloss = 0.75
      point.polish = 140
      point.glow = 0.4
    })
  }
}
