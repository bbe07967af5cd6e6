import { body, puck, ring } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { type Part, spread } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { roundedProfile, sheet, tube, turned } from '../shapes/sheets.ts'
import { pour } from './pancakes.ts'

/** Round biscuits with chips, overlapping. */
export function cookies(count: number, colour = '#c68a45', chip?: string, radius = 0.27): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    spread(random, count, 0.2).forEach(({ x, y }, i) => {
      const [px, py] = [x * seat.radius * 0.62, y * seat.radius * 0.62 * seat.depth]
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py) + (i % 3) * 0.05,
        yaw: random.next() * 7,
        pitch: random.around() * 0.12,
        roll: random.around() * 0.12,
      }
      const surface = food(
        colour,
        { second: '#e0ae6a', crust: '#8a4f1c', done: 0.3, bump: 0.35, grain: 9, gloss: 0.15 },
        random,
      )
      puck(kitchen, pose, radius, 0.07, surface, (angle) => 1 + 0.03 * Math.sin(angle * 5 + i))
      if (!chip) return
      for (let k = 0; k < 11; k++) {
        const [r, angle] = [Math.sqrt(random.next()) * radius * 0.8, random.next() * 7]
        body(
          kitchen,
          { x: px + Math.cos(angle) * r, y: py + Math.sin(angle) * r, z: pose.z + 0.075, yaw: angle },
          [0.032, 0.028, 0.02],
          food(chip, { gloss: 0.5, bump: 0.1 }, random),
          { square: 0.7, fine: 0.6 },
        )
      }
    })
  }
}

/** Sandwiched shells with a frilled foot: macarons. */
export function macarons(colours: readonly string[]): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    spread(random, colours.length, 0.12).forEach(({ x, y }, i) => {
      const [px, py] = [x * seat.radius * 0.72, y * seat.radius * 0.72 * seat.depth]
      const colour = colours[i]
      const r = 0.17
      const profile = roundedProfile(
        [
          [0, 0.23],
          [r * 0.7, 0.225],
          [r, 0.17],
          [r * 1.03, 0.145],
          [r * 0.93, 0.135],
          [r * 0.93, 0.1],
          [r * 1.03, 0.09],
          [r, 0.065],
          [r * 0.7, 0.01],
          [0, 0],
        ],
        2,
      )
      const shell = food(colour, { second: colour, gloss: 0.3, glow: 0.3, bump: 0.02 }, random)
      const [inside, foot] = [hex('#f3e3d0'), hex(colour)]
      kitchen.add(
        turned(
          { x: px, y: py, z: seat.heightAt(px, py), pitch: random.around() * 0.1 },
          profile,
          (lx, ly, lz, point) => {
            shell(lx, ly, lz, point)
            if (lz > 0.101 && lz < 0.134) setColour(point, inside)
            else if (Math.abs(lz - 0.118) < 0.045) {
              blendColour(point, [foot[0] * 0.75, foot[1] * 0.72, foot[2] * 0.7], 0.7)
              point.bumpX = noise3(lx * 60, ly * 60, lz * 60) * 0.8
            }
          },
          48,
        ),
      )
    })
  }
}

/** Ridged sticks of fried dough. */
export function churros(count: number): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    for (let i = 0; i < count; i++) {
      const y = (i - (count - 1) / 2) * 0.17
      const lift = i % 2 ? 0.1 : 0
      const path = Array.from({ length: 20 }, (_, k) => [(k / 19 - 0.5) * 1.0, Math.sin(k / 6 + i) * 0.025, 0] as const)
      const dough = food(
        '#bb7a35',
        { second: '#d79c54', crust: '#7c4315', done: 0.35, bump: 0.1, grain: 9, gloss: 0.2 },
        random,
      )
      kitchen.add(
        sheet(
          { x: 0, y, z: seat.heightAt(0, y) + 0.08 + lift, yaw: 0.35 + random.around() * 0.12 },
          20,
          49,
          (u, v, out) => {
            const [px, py] = path[Math.round(u * 19)]
            const angle = v * 2 * Math.PI
            const r = 0.078 * (1 + 0.2 * Math.cos(angle * 6)) * Math.min(1, 12 * Math.min(u, 1 - u) + 0.1) ** 0.5
            out.x = px
            out.y = py + Math.cos(angle) * r
            out.z = Math.sin(angle) * r
          },
          (x, y2, z, point) => {
            dough(x, y2, z, point)
            blendColour(
              point,
              [0.9, 0.86, 0.78],
              smooth(0.25, 0.6, noise3(x * 60, y2 * 60, z * 60)) * smooth(-0.02, 0.04, z) * 0.75,
            )
          },
        ),
      )
    }
  }
}

/** A set cream that was turned out of its mould: flan, panna cotta, pudding, mousse. */
export function turnedOut(
  colour: string,
  spec: { radius?: number; high?: number; top?: string; sauce?: string; gloss?: number } = {},
): Part {
  const { radius = 0.36, high = 0.32 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const z = seat.heightAt(0, 0)
    const profile = roundedProfile(
      [
        [0, high],
        [radius * 0.75, high],
        [radius * 0.84, high * 0.93],
        [radius, 0.05],
        [radius * 0.97, 0],
        [0, 0],
      ],
      2,
    )
    const surface = food(
      colour,
      { second: colour, gloss: spec.gloss ?? 0.65, polish: 90, glow: 0.6, bump: 0.01 },
      random,
    )
    const top = spec.top ? hex(spec.top) : undefined
    kitchen.add(
      turned(
        { z },
        profile,
        (x, y, pz, point) => {
          surface(x, y, pz, point)
          if (top) blendColour(point, top, smooth(high * 0.84, high * 0.97, pz + noise2x(x * 6, y * 6, 1) * 0.03))
        },
        72,
      ),
    )
    if (spec.sauce) pour(kitchen, spec.sauce, { z: z + high, radius: radius * 0.82, high: high * 0.8 })
    kitchen.seat = { ...seat, heightAt: (x, y) => (Math.hypot(x, y) < radius * 0.85 ? z + high : seat.heightAt(x, y)) }
  }
}

/** A cupcake or muffin in its paper. */
export function cupcakes(count: number, paper: string, top: string, spec: { muffin?: boolean } = {}): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const places = count === 1 ? [{ x: 0, y: 0 }] : spread(random, count, 0.1)
    for (const at of places) {
      const [x, y] = [at.x * seat.radius * 0.7, at.y * seat.radius * 0.7]
      const z = seat.heightAt(x, y)
      kitchen.add(
        turned(
          { x, y, z },
          [
            [0, 0],
            [0.19, 0],
            [0.2, 0.02],
            [0.27, 0.26],
            [0.24, 0.25],
            [0, 0.25],
          ],
          food(paper, { bump: 0.03, gloss: 0.1 }, random),
          97,
          (angle) => 1 + 0.04 * Math.sin(angle * 32),
        ),
      )
      if (spec.muffin) {
        body(
          kitchen,
          { x, y, z: z + 0.29 },
          [0.31, 0.31, 0.16],
          food(top, { second: '#d9a65c', crust: '#85491a', done: 0.4, bump: 0.3, grain: 6 }, random),
          { rough: 0.1, fine: 2 },
        )
        continue
      }
      const path = Array.from({ length: 90 }, (_, k) => {
        const t = k / 89
        const angle = t * 3.5 * 2 * Math.PI
        const r = 0.21 * (1 - t) ** 0.9
        return [Math.cos(angle) * r, Math.sin(angle) * r, 0.34 * t] as const
      })
      kitchen.add(
        tube(
          { x, y, z: z + 0.3 },
          path,
          (u) => 0.1 * (1 - 0.75 * u),
          food(top, { second: top, gloss: 0.3, glow: 0.5, bump: 0.02 }, random),
          12,
        ),
      )
    }
    kitchen.seat = { ...seat, heightAt: (x, y) => seat.heightAt(x, y) + (Math.hypot(x, y) < 0.25 ? 0.6 : 0) }
  }
}

/** Ring doughnuts with icing. */
export function doughnuts(icings: readonly string[]): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const places = icings.length === 1 ? [{ x: 0, y: 0 }] : spread(random, icings.length, 0.1)
    places.forEach((at, i) => {
      const [x, y] = [at.x * seat.radius * 0.7, at.y * seat.radius * 0.7]
      const dough = food('#cf9146', { second: '#dda862', crust: '#9a5c20', done: 0.2, bump: 0.04, grain: 4 }, random)
      const icing = hex(icings[i])
      const z = seat.heightAt(x, y) + 0.125
      ring(
        kitchen,
        { x, y, z, pitch: random.around() * 0.08 },
        0.2,
        0.125,
        (lx, ly, lz, point) => {
          dough(lx, ly, lz, point)
          const edge = smooth(-0.01, 0.012, lz - 0.02 + 0.022 * Math.sin(Math.atan2(ly, lx) * 8 + i))
          blendColour(point, icing, edge)
          point.gloss = 0.15 + edge * 0.65
          point.polish = 110
        },
        0.95,
      )
      for (let k = 0; k < 46; k++) {
        const angle = random.next() * 7
        const off = random.around() * 0.07
        const r = 0.2 + off
        kitchen.ball(
          {
            x: x + Math.cos(angle) * r,
            y: y + Math.sin(angle) * r,
            z: z + Math.sqrt(Math.max(0, 0.0145 - off * off)) * 0.97,
            yaw: random.next() * 7,
          },
          [0.02, 0.007, 0.007],
          food(random.pick(['#f4f0e4', '#e3b54a', '#c9525e', '#6fa3a8']), { gloss: 0.5, bump: 0 }),
        )
      }
    })
  }
}
