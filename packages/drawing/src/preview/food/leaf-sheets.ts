import { hex, scaled } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { sheet } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'
import { type Kitchen, type Part, spread } from './kitchen.ts'

export interface LeafForm {
  readonly colour: string
  readonly vein?: string
  readonly long: number
  readonly wide: number
  /** How far it curls, 0–1. */
  readonly curl?: number
  /** How frilled its edge is. */
  readonly frill?: number
  /** How many lobes the outline has. */
  readonly lobes?: number
}

export const LEAVES = {
  basil: { colour: '#3f7a26', vein: '#79a552', long: 0.17, wide: 0.1, curl: 0.7 },
  mint: { colour: '#3c8a3f', vein: '#7fb56f', long: 0.14, wide: 0.08, curl: 0.4, frill: 0.12, lobes: 11 },
  coriander: { colour: '#4a8f2c', vein: '#8dbb5a', long: 0.11, wide: 0.1, curl: 0.4, frill: 0.2, lobes: 5 },
  parsley: { colour: '#3f8428', vein: '#7daf50', long: 0.085, wide: 0.08, curl: 0.6, frill: 0.35, lobes: 7 },
  lettuce: { colour: '#86b544', vein: '#d3e2a2', long: 0.42, wide: 0.3, curl: 0.8, frill: 0.3, lobes: 13 },
  romaine: { colour: '#7fae3d', vein: '#e4edc0', long: 0.46, wide: 0.2, curl: 0.75, frill: 0.18, lobes: 9 },
  spinach: { colour: '#35661f', vein: '#6f9a48', long: 0.26, wide: 0.15, curl: 0.6 },
  rocket: { colour: '#4c8230', vein: '#8fb866', long: 0.26, wide: 0.08, curl: 0.5, frill: 0.3, lobes: 7 },
  radicchio: { colour: '#7a2342', vein: '#ecd4da', long: 0.3, wide: 0.2, curl: 0.9, frill: 0.2, lobes: 9 },
  bay: { colour: '#5d7136', vein: '#93a266', long: 0.24, wide: 0.08, curl: 0.3 },
  curry: { colour: '#2f5c22', vein: '#5f8a45', long: 0.14, wide: 0.05, curl: 0.3 },
  shiso: { colour: '#3d7f35', vein: '#76a863', long: 0.3, wide: 0.22, curl: 0.4, frill: 0.14, lobes: 17 },
} as const satisfies Record<string, LeafForm>

export type LeafName = keyof typeof LEAVES

function leafSurface(form: LeafForm, random: SeededRandom): Surface {
  const green = scaled(hex(form.colour), 0.82 + random.around() * 0.12)
  const vein = hex(form.vein ?? '#9dc06b')
  return (x, y, z, point) => {
    const along = x / form.long
    const across = y / form.wide
    setColour(point, green)
    const cloud = noise3((x * 9) / form.long, (y * 9) / form.long, z * 9)
    blendColour(point, scaledDark(green), 0.3 + 0.3 * cloud)
    const rib = Math.abs(across)
    const side = Math.abs(Math.sin((along * 4.2 + rib * 1.2) * Math.PI))
    blendColour(
      point,
      vein,
      Math.max(smooth(0.09, 0.02, rib), smooth(0.2, 0.05, side) * 0.4 * smooth(1, 0.2, rib)) * 0.75,
    )
    point.gloss = 0.3
    point.polish = 40
    point.glow = 0.35
    point.bumpX = (0.5 - side) * 0.16
    point.bumpY = cloud * 0.1
  }
}

const scaledDark = (green: readonly [number, number, number]) => scaled(green, 0.5)

/** One leaf, with its stem at the pose and its tip along x. */
export function leaf(kitchen: Kitchen, form: LeafForm, pose: Pose, size = 1): void {
  const { random } = kitchen
  const { curl = 0.5, frill = 0, lobes = 7 } = form
  const [long, wide] = [form.long * size, form.wide * size]
  const phase = random.next() * 7
  const bend = curl * random.between(0.6, 1.2)
  kitchen.add(
    sheet(
      pose,
      frill > 0 ? 26 : 16,
      frill > 0 ? 13 : 9,
      (u, v, out) => {
        const across = v * 2 - 1
        const outline = Math.sin(Math.PI * u ** 0.75) ** 0.7 * (1 + frill * Math.sin(u * lobes * Math.PI) * 0.8)
        const cut = 1 - (frill > 0.15 ? 0.25 * frill * (1 + Math.cos(u * lobes * 2 * Math.PI)) : 0)
        out.x = (u - 0.5) * long
        out.y = across * outline * wide * 0.5 * cut
        const fold = Math.abs(across) ** 1.5 * wide * 0.32 * bend
        const arch = Math.sin(Math.PI * u) * long * 0.2 * bend - u * u * long * 0.14
        out.z = fold + arch + frill * wide * 0.4 * Math.abs(across) * Math.sin(u * lobes * 3 + across * 3 + phase)
      },
      leafSurface({ ...form, long, wide }, random),
    ),
  )
}

/** A few leaves in the middle, as a garnish; a sprig stands up a little. */
export function sprig(name: LeafName, count = 3, at: { x?: number; y?: number; size?: number } = {}): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const [x, y] = [
      (at.x ?? random.around() * 0.12) * seat.radius,
      (at.y ?? random.around() * 0.12) * seat.radius * seat.depth,
    ]
    const start = random.next() * 7
    const form = LEAVES[name]
    const size = at.size ?? 1
    for (let i = 0; i < count; i++) {
      const yaw = start + (i * 2 * Math.PI) / count + random.around() * 0.2
      const away = form.long * 0.42 * size
      const [px, py] = [x + Math.cos(yaw) * away, y + Math.sin(yaw) * away]
      leaf(
        kitchen,
        form,
        { x: px, y: py, z: seat.heightAt(px, py) + 0.03 + i * 0.008, yaw, roll: -0.35, pitch: random.around() * 0.2 },
        size * random.between(0.85, 1.1),
      )
    }
  }
}

/** Leaves strewn over the food. */
export function strewn(
  name: LeafName,
  count: number,
  look: { share?: number; size?: number; lift?: number } = {},
): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const { share = 0.8, size = 1, lift = 0.02 } = look
    for (const { x, y } of spread(random, count, 1.1)) {
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py) + lift,
        yaw: random.next() * 7,
        pitch: random.around() * 0.35,
        roll: random.around() * 0.35,
      }
      leaf(kitchen, LEAVES[name], pose, size * random.between(0.75, 1.15))
    }
  }
}
