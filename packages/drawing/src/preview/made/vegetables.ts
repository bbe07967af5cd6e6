import { body, ring } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { type Part, spread } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { sheet, tube } from '../shapes/sheets.ts'

export interface Sticks {
  readonly count?: number
  readonly colour?: string
  readonly size?: readonly [number, number, number]
  readonly high?: number
  readonly share?: number
  readonly x?: number
  readonly y?: number
  readonly done?: number
  /** How alike their directions are, 0–1. */
  readonly aligned?: number
}

/** Fries, wedges, asparagus, beans: sticks in a heap. */
export function sticks(spec: Sticks = {}): Part {
  const { count = 46, colour = '#d69a35', size = [0.19, 0.028, 0.028], high = 0.14, done = 0.3, aligned = 0 } = spec
  // No room at all would be a division by zero.
  const share = Math.max(0.01, spec.share ?? 0.6)
  return (kitchen) => {
    const { random, seat } = kitchen
    const before = seat.heightAt
    const [cx, cy] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    spread(random, count, 0.9).forEach(({ x, y }, i) => {
      const far = Math.min(1, Math.hypot(x, y))
      const [px, py] = [cx + x * seat.radius * share, cy + y * seat.radius * share * seat.depth]
      const z = before(px, py) + size[2] + high * (1 - far) * random.between(0.2, 1)
      const pose = {
        x: px,
        y: py,
        z,
        yaw: aligned > 0 ? 0.3 + random.around() * (1 - aligned) : random.next() * 7,
        roll: random.around() * 0.28,
        pitch: random.around() * 0.3,
      }
      body(
        kitchen,
        pose,
        [size[0] * random.between(0.65, 1.12), size[1], size[2]],
        food(colour, { second: '#e9bd66', crust: '#9c5d1c', done, gloss: 0.25, bump: 0.12, grain: 9 }, random),
        { square: 0.35, rough: 0.05, fine: 0.7 },
      )
      void i
    })
    kitchen.seat = {
      ...seat,
      heightAt: (x, y) => before(x, y) + Math.max(0, high * (1 - Math.hypot(x - cx, y - cy) / (seat.radius * share))),
    }
  }
}

/** Three-cornered crisps that lie over each other: nachos, chips, papadum pieces. */
export function crisps(
  spec: { count?: number; colour?: string; size?: number; high?: number; share?: number; round?: boolean } = {},
): Part {
  const { count = 34, colour = '#e3b04e', size = 0.15, high = 0.17, share = 0.82 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const before = seat.heightAt
    for (const { x, y } of spread(random, count, 0.7).reverse()) {
      const far = Math.min(1, Math.hypot(x, y))
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const bend = random.between(0.1, 0.5)
      kitchen.add(
        sheet(
          {
            x: px,
            y: py,
            z: before(px, py) + 0.04 + high * (1 - far) * random.between(0.35, 1),
            yaw: random.next() * 7,
            pitch: random.around() * 0.5,
            roll: random.around() * 0.5,
          },
          14,
          25,
          (u, v, out) => {
            const angle = v * 2 * Math.PI
            const side = spec.round
              ? 1
              : Math.min(1.8, 1 / Math.cos((((angle % 2.0944) + 2.0944) % 2.0944) - 1.0472)) * 0.68
            out.x = Math.cos(angle) * side * size * u
            out.y = Math.sin(angle) * side * size * u
            out.z = bend * out.x * out.x * 3 + 0.004 * Math.sin(angle * 7)
          },
          food(colour, { second: '#f0cc7a', crust: '#9c5d1c', done: 0.3, gloss: 0.2, bump: 0.18, grain: 14 }, random),
        ),
      )
    }
    kitchen.seat = {
      ...seat,
      heightAt: (x, y) => before(x, y) + 0.05 + Math.max(0, high * (1 - Math.hypot(x, y) / (seat.radius * share))),
    }
  }
}

/** Florets of broccoli or cauliflower: small balls on a stem. */
export function florets(
  count: number,
  colour = '#4f7f30',
  look: { share?: number; size?: number; x?: number; y?: number } = {},
): Part {
  const { share = 0.6, size = 0.1 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    for (const { x, y } of spread(random, count, 0.6)) {
      const [px, py] = [
        ((look.x ?? 0) + x * share) * seat.radius,
        ((look.y ?? 0) + y * share) * seat.radius * seat.depth,
      ]
      const z = seat.heightAt(px, py)
      body(
        kitchen,
        { x: px, y: py, z: z + size * 0.3 },
        [size * 0.35, size * 0.35, size * 0.5],
        food('#a9bf6d', {}, random),
        { square: 0.7 },
      )
      for (let i = 0; i < 9; i++) {
        const angle = i * 2.4
        const r = size * 0.55 * Math.sqrt(i / 9)
        body(
          kitchen,
          { x: px + Math.cos(angle) * r, y: py + Math.sin(angle) * r, z: z + size * (0.85 - 0.3 * (i / 9)) },
          [size * 0.4, size * 0.4, size * 0.33],
          food(colour, { bump: 0.9, grain: 7, gloss: 0.12 }, random),
          { rough: 0.2, fine: 0.8 },
        )
      }
    }
  }
}

/** Onion rings, squid rings, doughnuts of any kind, stacked loosely. */
export function ringHeap(
  count: number,
  colour: string,
  look: {
    radius?: number
    thick?: number
    high?: number
    share?: number
    bump?: number
    glaze?: string
    done?: number
  } = {},
): Part {
  const { radius = 0.16, thick = 0.045, high = 0.12, share = 0.6, bump = 0.35 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const icing = look.glaze ? hex(look.glaze) : undefined
    spread(random, count, 0.4).forEach(({ x, y }) => {
      const far = Math.min(1, Math.hypot(x, y))
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const dough = food(
        colour,
        { second: '#e6bf72', crust: '#93551b', done: look.done ?? 0.3, bump, grain: 12 },
        random,
      )
      const tilt = high > 0.05 ? 0.4 : 0.08
      ring(
        kitchen,
        {
          x: px,
          y: py,
          z: seat.heightAt(px, py) + thick + high * (1 - far),
          yaw: random.next() * 7,
          pitch: random.around() * tilt,
          roll: random.around() * tilt,
        },
        radius * random.between(0.9, 1.1),
        thick,
        (lx, ly, lz, point) => {
          dough(lx, ly, lz, point)
          if (!icing) return
          const edge = smooth(-0.12, 0.02, lz / thick - 0.12 + 0.16 * Math.sin(Math.atan2(ly, lx) * 7))
          blendColour(point, icing, edge)
          point.gloss = edge * 0.75 + 0.1
          point.polish = 90
          point.bumpX *= 1 - edge
          point.bumpY *= 1 - edge
        },
      )
    })
  }
}

/** Long thin things that lie side by side or crossed: chives, spaghetti-thin vegetables, herbs' stems, chilli threads. */
export function threads(
  colour: string,
  count: number,
  look: { long?: number; thick?: number; share?: number; high?: number; x?: number; y?: number; glow?: number } = {},
): Part {
  const { long = 0.16, thick = 0.007, share = 0.4, high = 0.06 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const surfaces = [0, 1, 2].map(() => food(colour, { gloss: 0.35, glow: look.glow ?? 0.4, bump: 0 }, random))
    for (let i = 0; i < count; i++) {
      const [r, angle] = [Math.sqrt(random.next()) * share, random.next() * 7]
      const [x, y] = [
        ((look.x ?? 0) + Math.cos(angle) * r) * seat.radius,
        ((look.y ?? 0) + Math.sin(angle) * r) * seat.radius * seat.depth,
      ]
      const bend = random.around() * 0.05
      const path = Array.from(
        { length: 8 },
        (_, k) => [(k / 7 - 0.5) * long * 2, bend * Math.sin((k / 7) * 3.1), 0.02 * Math.sin((k / 7) * 3.1)] as const,
      )
      kitchen.add(
        tube(
          {
            x,
            y,
            z: seat.heightAt(x, y) + thick + random.next() * high,
            yaw: random.next() * 7,
            roll: random.around() * 0.2,
          },
          path,
          () => thick,
          surfaces[i % 3],
          5,
        ),
      )
    }
  }
}

/** A plain colour for whole round things, with a paler spot where they grew. */
export function roundFruit(
  colour: string,
  count: number,
  size: number,
  look: { share?: number; x?: number; y?: number; gloss?: number; high?: number; cup?: string } = {},
): Part {
  const { share = 0.5, high = 0 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const rgb = hex(colour)
    for (const { x, y } of spread(random, count, 0.15)) {
      const far = Math.hypot(x, y)
      const [px, py] = [
        ((look.x ?? 0) + x * share) * seat.radius,
        ((look.y ?? 0) + y * share) * seat.radius * seat.depth,
      ]
      const vary = 1 + random.around() * 0.1
      kitchen.ball(
        {
          x: px,
          y: py,
          z: seat.heightAt(px, py) + size * 0.85 + high * Math.max(0, 1 - far),
          yaw: random.next() * 7,
          pitch: random.around() * 0.6,
        },
        [size * random.between(0.9, 1.1), size, size * 0.96],
        (_x, _y, z, point) => {
          setColour(point, rgb)
          point.red *= vary
          if (look.cup) blendColour(point, hex(look.cup), smooth(0.86, 0.95, z))
          point.gloss = look.gloss ?? 0.6
          point.polish = 90
          point.glow = 0.25
        },
      )
    }
  }
}
