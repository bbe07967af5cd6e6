import { body, puck } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen, Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { sheet, turned } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'

/** Fish with the pale lines of its flesh. */
export function fishFlesh(colour: string, line: string, lines = 34): Surface {
  const [flesh, white] = [hex(colour), hex(line)]
  return (x, y, z, point) => {
    const bend = noise2x(x * 4, y * 4, 2) * 1.1
    setColour(point, flesh)
    const stripe = Math.sin((x * 0.85 + Math.abs(y) * 0.75) * lines + bend)
    blendColour(point, white, smooth(0.45, 0.95, stripe) * 0.55)
    point.gloss = 0.6
    point.polish = 80
    point.glow = 0.55
    point.bumpX = noise3(x * 12, y * 12, z * 12) * 0.05
  }
}

const ricePebbles: Surface = (x, y, z, point) => {
  const n = noise3(x * 52, y * 52, z * 52)
  const m = noise3(x * 30 + 7, y * 30, z * 30)
  setColour(point, [0.88, 0.86, 0.8])
  blendColour(point, [0.55, 0.52, 0.46], smooth(0.05, -0.7, n) * 0.6)
  point.gloss = 0.25
  point.glow = 0.5
  point.bumpX = n * 0.42
  point.bumpY = m * 0.42
  point.bumpZ = (n - m) * 0.2
}

/** A block of rice with a slice of fish over it. */
export function nigiri(kitchen: Kitchen, pose: Pose, surface: Surface, band = false): void {
  const z = pose.z ?? 0
  body(kitchen, { ...pose, z: z + 0.075 }, [0.165, 0.082, 0.075], ricePebbles, { square: 0.6, rough: 0.04, fine: 1.5 })
  kitchen.add(
    sheet(
      { ...pose, z: z + 0.13 },
      26,
      20,
      (u, v, out) => {
        const [along, angle] = [u * 2 - 1, v * 2 * Math.PI]
        const wide = 0.092 * (1 - 0.25 * Math.abs(along) ** 3) * Math.min(1, 9 * (1 - Math.abs(along) + 0.02)) ** 0.5
        const across = Math.cos(angle) * wide
        out.x = along * 0.235
        out.y = across
        out.z = 0.028 - 0.085 * along * along - 5.5 * across * across + Math.sin(angle) * 0.022
      },
      surface,
    ),
  )
  if (!band) return
  body(
    kitchen,
    { ...pose, z: z + 0.088 },
    [0.026, 0.1, 0.091],
    food('#1c2a1d', { bump: 0.1, grain: 20 }, kitchen.random),
    { square: 0.5, rough: 0.01 },
  )
}

/** A piece of a roll, standing on its cut face. `outside` rice has sesame instead of seaweed. */
export function maki(
  kitchen: Kitchen,
  pose: Pose,
  fillings: readonly string[],
  spec: { radius?: number; high?: number; inverted?: boolean; top?: string } = {},
): void {
  const { radius = 0.125, high = 0.15 } = spec
  const [nori, rice, ...hearts] = ['#18231a', '#f2eee4', ...fillings].map((colour) => hex(colour))
  const shell = spec.inverted ? undefined : nori
  const profile = [
    [0, high],
    [0.3, high],
    [0.55, high],
    [0.8, high],
    [0.9, high],
    [0.97, high * 0.985],
    [1, high * 0.95],
    [1, high * 0.5],
    [1, 0.01],
    [0.9, 0],
    [0, 0],
  ].map(([r, h]) => [r * radius, h] as const)
  kitchen.add(
    turned(
      pose,
      profile,
      (x, y, z, point) => {
        const r = Math.sqrt(x * x + y * y) / radius
        const n = noise3(x * 60, y * 60, z * 60)
        const onTop = z > high * 0.96
        ricePebbles(x, y, z, point)
        if (onTop) {
          const inHeart = r + n * 0.05
          const angle = Math.atan2(y, x) + 3.2
          const heart = hearts[Math.min(hearts.length - 1, Math.floor((angle / 6.3) * hearts.length))]
          if (spec.inverted) blendColour(point, nori, smooth(0.56, 0.6, inHeart) * smooth(0.7, 0.66, inHeart))
          if (heart) blendColour(point, heart, smooth(0.54, 0.5, inHeart))
          if (inHeart < 0.52) {
            point.gloss = 0.5
            point.bumpX *= 0.3
            point.bumpY *= 0.3
          }
          if (shell) blendColour(point, shell, smooth(0.93, 0.96, r))
        } else if (shell) {
          setColour(point, shell)
          point.gloss = 0.3
          point.bumpX = n * 0.12
        } else {
          blendColour(point, hex('#d9b46a'), smooth(0.42, 0.5, noise3(x * 38, y * 38, z * 38)))
        }
        void rice
      },
      44,
    ),
  )
  if (spec.top) {
    for (let i = 0; i < 22; i++) {
      const [r, angle] = [Math.sqrt(kitchen.random.next()) * radius * 0.85, kitchen.random.next() * 7]
      kitchen.ball(
        {
          x: (pose.x ?? 0) + Math.cos(angle) * r,
          y: (pose.y ?? 0) + Math.sin(angle) * r,
          z: (pose.z ?? 0) + high + 0.012,
        },
        [0.017, 0.017, 0.017],
        food(spec.top, { gloss: 0.75, glow: 0.7, polish: 120, bump: 0 }),
      )
    }
  }
}

const FISH = {
  salmon: ['#e8793f', '#f6c9a4'],
  tuna: ['#a92a32', '#c75a58'],
  whitefish: ['#efe0d4', '#f8f2ea'],
  shrimp: ['#ee9268', '#f9e3d2'],
  egg: ['#edc048', '#f2d170'],
} as const

/** A board of sushi in rows: nigiri behind, rolls in front, ginger and wasabi beside them. */
export function sushiSet(spec: {
  nigiri?: readonly (keyof typeof FISH)[]
  rolls?: readonly { fill: readonly string[]; inverted?: boolean; top?: string }[]
  perRoll?: number
}): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const fish = spec.nigiri ?? []
    const rolls = spec.rolls ?? []
    const rows: { count: number; draw: (pose: Pose, at: number) => void; gap: number }[] = []
    for (let from = 0; from < fish.length; from += 4) {
      const part = fish.slice(from, from + 4)
      rows.push({
        count: part.length,
        gap: 0.27,
        draw: (pose, at) => {
          const kind = part[at] ?? 'salmon'
          const [flesh, line] = FISH[kind]
          nigiri(
            kitchen,
            { ...pose, yaw: 1.15 + random.around() * 0.05 },
            kind === 'egg' ? food(flesh, { second: line, gloss: 0.35, glow: 0.3 }, random) : fishFlesh(flesh, line),
            kind === 'egg',
          )
        },
      })
    }
    for (const roll of rolls)
      rows.push({
        count: spec.perRoll ?? 6,
        gap: 0.275,
        draw: (pose) => maki(kitchen, { ...pose, yaw: random.next() * 7 }, roll.fill, roll),
      })
    rows.forEach((row, at) => {
      const y = ((rows.length - 1) / 2 - at) * 0.4 + (rows.length > 1 ? 0.04 : 0)
      for (let i = 0; i < row.count; i++) {
        const x = (i - (row.count - 1) / 2) * row.gap - 0.08
        row.draw({ x, y, z: seat.heightAt(x, y) }, i)
      }
    })
    const y = -Math.min(0.42, rows.length * 0.16)
    const z = seat.heightAt(0.7, y)
    body(
      kitchen,
      { x: 0.83 * Math.min(1, seat.radius), y: y + 0.42, z: z + 0.04 },
      [0.075, 0.065, 0.055],
      food('#93b04f', { second: '#b3c974', bump: 0.25, gloss: 0.1, grain: 8 }, random),
      { rough: 0.25 },
    )
    for (let i = 0; i < 7; i++)
      puck(
        kitchen,
        {
          x: 0.84 * Math.min(1, seat.radius) + random.around() * 0.04,
          y: y + 0.12 + random.around() * 0.05,
          z: z + 0.01 + i * 0.012,
          pitch: random.around() * 0.5,
          roll: random.around() * 0.5,
        },
        0.075,
        0.008,
        food('#efc0a8', { gloss: 0.5, glow: 0.7, second: '#f5d9c6' }, random),
        (angle) => 1 + 0.2 * Math.sin(angle * 2 + i),
      )
  }
}

/** Slices of raw fish that lean on each other in short rows. */
export function sashimi(kinds: readonly (keyof typeof FISH)[], each = 4): Part {
  return (kitchen) => {
    const { seat, random } = kitchen
    kinds.forEach((kind, row) => {
      const [flesh, line] = FISH[kind]
      const y = ((kinds.length - 1) / 2 - row) * 0.36
      for (let i = 0; i < each; i++) {
        const x = (i - (each - 1) / 2) * 0.15 + (row % 2) * 0.08 - 0.04
        body(
          kitchen,
          { x, y, z: seat.heightAt(x, y) + 0.085, yaw: 0.12 + random.around() * 0.05, roll: 0.85 },
          [0.028, 0.16, 0.1],
          fishFlesh(flesh, line, 42),
          { square: 0.4, rough: 0.03, fine: 1.3 },
        )
      }
    })
  }
}

/** Onigiri: three-cornered rice with a band of seaweed around its foot, leaning a little on what lies behind. */
export function riceTriangles(count: number, size = 0.4): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const [rice, shade, nori] = [hex('#f4efe4'), hex('#dcd4c2'), hex('#18241c')]
    for (let i = 0; i < count; i++) {
      const x = (i - (count - 1) / 2) * size * 1.55
      const y = (i % 2) * 0.2 - 0.08
      const grain = random.next() * 20
      kitchen.add(
        sheet(
          { x, y, z: seat.heightAt(x, y) + size * 0.42, yaw: random.around() * 0.16, pitch: 0.62 },
          26,
          73,
          (u, v, out) => {
            const angle = v * 2 * Math.PI
            const [level, up] = [Math.cos((u - 0.5) * Math.PI), Math.sin((u - 0.5) * Math.PI)]
            const r = size * (0.83 + 0.16 * Math.cos(3 * (angle - Math.PI / 2))) * level ** 0.45
            out.x = Math.cos(angle) * r
            out.y = Math.sin(angle) * r
            out.z = Math.sign(up) * Math.abs(up) ** 0.6 * size * 0.36
          },
          (px, py, pz, point) => {
            const n = noise3(px * 30 + grain, py * 34, pz * 30) + 0.5 * noise3(px * 63, py * 51, pz * 60 + grain)
            setColour(point, rice)
            blendColour(point, shade, smooth(0, 0.9, n) * 0.7)
            point.gloss = 0.25
            point.glow = 0.55
            point.bumpX = n * 0.3
            point.bumpY = -n * 0.25
            const band = smooth(0.34, 0.32, Math.abs(px) / size) * smooth(-0.02, -0.04, py / size)
            if (band < 0.5) return
            setColour(point, nori)
            point.bumpX = n * 0.07
            point.bumpY = 0
            point.glow = 0
            point.gloss = 0.35
          },
        ),
      )
    }
    kitchen.seat = { ...seat, heightAt: (px, py) => seat.heightAt(px, py) + size * 0.5 }
  }
}
