import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Part } from '../food/kitchen.ts'
import { LEAVES, type LeafName, leaf } from '../food/leaf-sheets.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { sheet, tube } from '../shapes/sheets.ts'

const spotted = (colour: string, spot: string, amount: number, grain = 6): Surface => {
  const [pale, dark] = [hex(colour), hex(spot)]
  return (x, y, z, point) => {
    const n = noise2x(x * grain, y * grain, z * grain)
    setColour(point, pale)
    blendColour(point, dark, smooth(0.75 - amount, 1 - amount * 0.6, n + 0.25) * 0.8)
    point.gloss = 0.16
    point.glow = 0.25
    point.bumpX = n * 0.1
    point.bumpY = noise3(x * 18, y * 18, z * 18) * 0.08
  }
}

/** Folded shells full of something, side by side: tacos, arepas, gyros in pita. */
export function tacos(spec: {
  count?: number
  shell?: string
  spot?: string
  fill: readonly (readonly [colour: string, count: number, long?: number])[]
  leaves?: LeafName
  size?: number
  open?: number
  thick?: number
}): Part {
  const { count = 3, size = 0.39, open = 0.42 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    for (let i = 0; i < count; i++) {
      const y = (i - (count - 1) / 2) * size * 1.0
      const x = (i % 2) * 0.06 - 0.03
      const yaw = 0.14 + random.around() * 0.05
      const z = seat.heightAt(x, y)
      const wave = random.next() * 7
      kitchen.add(
        sheet(
          { x, y, z: z + 0.02, yaw },
          30,
          34,
          (u, v, out) => {
            const along = u * 2 - 1
            const side = v * 2 - 1
            // A disc folded along x into a U whose sides lean outward.
            const half = Math.sqrt(Math.max(0, 1 - along * along)) * size
            const up = Math.abs(side) * half
            const bottom = size * 0.24
            const turn = Math.min(1, up / bottom) * (Math.PI / 2 - open * 0.55)
            out.x = along * size * 1.06
            out.y = Math.sign(side) * (Math.sin(turn) * bottom + Math.max(0, up - bottom) * Math.sin(open * 0.55))
            out.z =
              (1 - Math.cos(turn)) * bottom +
              Math.max(0, up - bottom) * Math.cos(open * 0.45) +
              0.012 * Math.sin(along * 7 + wave) * Math.abs(side)
          },
          spotted(spec.shell ?? '#e6c078', spec.spot ?? '#9a5f25', 0.55),
        ),
      )
      const inside = (across: number) => ({ x: x + Math.cos(yaw) * across, y: y + Math.sin(yaw) * across })
      spec.fill.forEach(([colour, pieces, long = 0.06], layer) => {
        for (let k = 0; k < pieces; k++) {
          const along = random.between(-0.86, 0.86) * size
          const level = Math.sqrt(1 - (along / size) ** 2) * size
          const at = inside(along)
          const across = random.around() * 0.05
          body(
            kitchen,
            {
              x: at.x,
              y: at.y + across,
              z: z + 0.03 + level * (0.55 + 0.13 * layer) + random.around() * 0.02,
              yaw: random.next() * 7,
              pitch: random.around() * 0.6,
              roll: random.around() * 0.6,
            },
            [long, long * 0.5, long * 0.38],
            food(colour, { gloss: 0.45, bump: 0.15, glow: 0.25, done: 0.15 }, random),
            { square: 0.6, rough: 0.2, fine: 0.7 },
          )
        }
      })
      if (spec.leaves)
        for (let k = 0; k < 6; k++) {
          const at = inside(random.between(-0.7, 0.7) * size)
          leaf(kitchen, LEAVES[spec.leaves], {
            ...at,
            z: z + size * 0.92,
            yaw: random.next() * 7,
            pitch: random.around() * 0.6,
            roll: random.around() * 0.4,
          })
        }
    }
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) =>
        seat.heightAt(px, py) + (Math.abs(py) < size * count * 0.5 && Math.abs(px) < size ? size * 0.8 : 0),
    }
  }
}

/** Rolls: burritos, spring rolls, enchiladas, cannoli, kebab in a wrap. With `cut` one end shows the filling. */
export function rolls(spec: {
  count?: number
  long?: number
  thick?: number
  colour: string
  spot?: string
  done?: number
  cut?: readonly string[]
  gloss?: number
  see?: boolean
  stacked?: boolean
  y?: number
  x?: number
  upright?: boolean
}): Part {
  const { count = 2, long = 0.9, thick = 0.15, done = 0.5 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const before = seat.heightAt
    for (let i = 0; i < count; i++) {
      const row = spec.stacked && i >= Math.ceil(count / 2) ? 1 : 0
      const inRow = spec.stacked ? Math.ceil(count / 2) : count
      const place = row ? i - inRow : i
      const y = (spec.y ?? 0) * seat.radius + (place - (inRow - 1 - row) / 2) * thick * 2.25
      const x = (spec.x ?? 0) * seat.radius + random.around() * 0.03
      const yaw = 0.3 + random.around() * 0.06
      const z = before(x, y) + thick * 0.92 + row * thick * 1.7
      const skin = spotted(spec.colour, spec.spot ?? '#8b5220', done)
      const path = Array.from({ length: 22 }, (_, k) => [(k / 21 - 0.5) * long, 0, 0] as const)
      const pose = { x, y, z, yaw, ...(spec.upright ? { roll: -1.1, z: z + long * 0.22 } : {}) }
      const cutEnd = spec.cut !== undefined
      kitchen.add(
        tube(
          pose,
          path,
          (u) =>
            thick *
            Math.min(
              1,
              ((cutEnd ? 1 : Math.min(u, 1 - u)) + (cutEnd ? Math.max(0, 1 - u) * 0 : 0.015)) * (cutEnd ? 1 : 14),
            ) **
              0.5,
          (px, py, pz, point) => {
            skin(px, py, pz, point)
            point.gloss = spec.gloss ?? 0.2
            point.glow = spec.see ? 0.7 : 0.2
            if (spec.see) blendColour(point, hex('#8fae4e'), smooth(0.1, 0.5, noise3(px * 7, py * 8, pz * 8)) * 0.5)
          },
          20,
          0.92,
        ),
      )
      if (!spec.cut) continue
      const colours = spec.cut.map((colour) => hex(colour))
      const shell = hex(spec.colour)
      for (const end of [-1, 1]) {
        kitchen.add(
          sheet(
            { x: x + Math.cos(yaw) * end * long * 0.5, y: y + Math.sin(yaw) * end * long * 0.5, z, yaw },
            10,
            26,
            (u, v, out) => {
              const angle = v * 2 * Math.PI
              out.x = end * 0.012 * (1 - u)
              out.y = Math.cos(angle) * thick * u
              out.z = Math.sin(angle) * thick * u * 0.92
            },
            (px, py, pz, point) => {
              const r = Math.hypot(py, pz) / thick
              const n = noise3(py * 19 + i, pz * 19, 1.7) * 0.5 + 0.5
              setColour(point, colours[Math.min(colours.length - 1, Math.floor(n * colours.length))])
              blendColour(point, shell, smooth(0.84, 0.92, r))
              point.gloss = 0.35
              point.glow = 0.25
              point.bumpY = noise3(px * 30, py * 30, pz * 30) * 0.4
            },
          ),
        )
      }
    }
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) =>
        before(px, py) + (Math.abs(py) < count * thick * 1.2 && Math.abs(px) < long / 2 ? thick * 1.7 : 0),
    }
  }
}
