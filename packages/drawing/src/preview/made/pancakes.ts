import { body, puck } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen, Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { sheet, tube } from '../shapes/sheets.ts'

/** A stack of pancakes, with something running down. */
export function pancakes(
  count: number,
  spec: { radius?: number; thick?: number; colour?: string; syrup?: string; butter?: boolean } = {},
): Part {
  const { radius = 0.5, thick = 0.085, colour = '#b97634' } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    let z = seat.heightAt(0, 0)
    for (let i = 0; i < count; i++) {
      const [x, y] = [random.around() * 0.015, random.around() * 0.015]
      const [pale, brown] = [hex('#eccf92'), hex(colour)]
      puck(
        kitchen,
        { x, y, z, yaw: random.next() * 7 },
        radius * random.between(0.97, 1.03),
        thick * 1.05,
        (px, py, pz, point) => {
          const n = noise2x(px * 6 + i, py * 6, 2)
          setColour(point, pale)
          const r = Math.hypot(px, py) / radius
          blendColour(
            point,
            brown,
            Math.max(smooth(0.8, 0.95, pz / thick), smooth(0.2, 0.06, pz / thick)) *
              smooth(1.04, 0.93, r + n * 0.03) *
              (0.82 + n * 0.2),
          )
          point.gloss = 0.15
          point.glow = 0.3
          point.bumpX = noise3(px * 30, py * 30, pz * 30) * 0.12
        },
        (angle) => 1 + 0.02 * Math.sin(angle * 3 + i * 2),
      )
      z += thick
    }
    if (spec.syrup) pour(kitchen, spec.syrup, { z: z + 0.004, radius, high: thick * count })
    if (spec.butter)
      body(
        kitchen,
        { x: 0.03, y: 0.02, z: z + 0.045, yaw: 0.5, pitch: 0.08 },
        [0.11, 0.1, 0.035],
        food('#f6dc7e', { gloss: 0.5, glow: 0.5, second: '#f3d267', bump: 0.02 }, random),
        { square: 0.3, rough: 0.04 },
      )
    kitchen.seat = {
      ...seat,
      radius: radius * 0.8,
      heightAt: (x, y) => (Math.hypot(x, y) < radius ? z : seat.heightAt(x, y)),
    }
  }
}

/** A sauce on a round thing that runs over its edge in tongues. */
export function pour(
  kitchen: Kitchen,
  colour: string,
  at: { x?: number; y?: number; z: number; radius: number; high: number },
): void {
  const { random } = kitchen
  const [phase, turn] = [random.next() * 7, random.next() * 7]
  const surface = food(colour, { gloss: 0.85, polish: 150, glow: 0.35, bump: 0.02, grain: 3 }, random)
  const tongue = (angle: number) => Math.max(0, Math.sin(angle * 4 + phase) * 0.5 + Math.sin(angle * 3 - turn) * 0.6)
  kitchen.add(
    sheet(
      { x: at.x, y: at.y, z: at.z },
      30,
      150,
      (u, v, out) => {
        const angle = v * 2 * Math.PI
        const reach = at.radius * (0.8 + 0.1 * Math.sin(angle * 4 + turn))
        // Where a tongue begins, the edge of the sauce moves out to the rim before it runs down.
        const runs = tongue(angle)
        const down = Math.max(0, runs - 0.22) * at.high
        const flat = reach + (at.radius * 1.07 - reach) * Math.min(1, runs * 4.5)
        const way = u * (flat + down)
        const r = Math.min(way, flat)
        out.x = Math.cos(angle) * r
        out.y = Math.sin(angle) * r
        out.z = (u > 0.98 ? -0.012 : 0.014) - Math.max(0, way - flat)
      },
      surface,
    ),
  )
}

/** A round waffle with its grid. */
export function waffle(spec: { radius?: number; x?: number; y?: number; pitch?: number; lift?: number } = {}): Part {
  const { radius = 0.5 } = spec
  return (kitchen) => {
    const { seat } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius]
    const z = seat.heightAt(x, y) + (spec.lift ?? 0)
    const [pale, brown] = [hex('#dfa95a'), hex('#8f5119')]
    const ribs = (px: number, py: number) =>
      Math.max(Math.cos((px / radius) * 14) ** 8, Math.cos((py / radius) * 14) ** 8)
    kitchen.add(
      sheet(
        { x, y, z, yaw: 0.4, pitch: spec.pitch ?? 0 },
        74,
        110,
        (u, v, out) => {
          const angle = v * 2 * Math.PI
          const r = radius * Math.min(1, u * 1.06)
          out.x = Math.cos(angle) * r
          out.y = Math.sin(angle) * r
          out.z = u > 0.95 ? 0.1 * (1 - (u - 0.95) / 0.05) : 0.055 + 0.05 * ribs(out.x, out.y)
        },
        (px, py, pz, point) => {
          setColour(point, brown)
          blendColour(point, pale, smooth(0.06, 0.1, pz) * 0.8)
          blendColour(point, brown, smooth(0, 0.7, noise2x(px * 4, py * 4, 2)) * 0.5)
          point.gloss = 0.2
          point.glow = 0.2
        },
      ),
    )
    kitchen.seat = {
      ...seat,
      radius: radius * 0.8,
      heightAt: (px, py) => (Math.hypot(px - x, py - y) < radius ? z + 0.1 : seat.heightAt(px, py)),
    }
  }
}

/** A swirl of cream or meringue, piped to a point. */
export function piped(
  colour: string,
  spec: { radius?: number; high?: number; x?: number; y?: number; lift?: number } = {},
): Part {
  const { radius = 0.15, high = 0.2, lift = 0 } = spec
  return (kitchen) => {
    const { seat, random } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    const turns = 3.2
    const path = Array.from({ length: 74 }, (_, k) => {
      const t = k / 73
      const angle = t * turns * 2 * Math.PI
      const r = radius * (1 - t) * 0.72
      return [Math.cos(angle) * r, Math.sin(angle) * r, high * t * (0.8 + 0.2 * t)] as const
    })
    kitchen.add(
      tube(
        { x, y, z: seat.heightAt(x, y) + radius * 0.25 + lift, yaw: random.next() * 7 },
        path,
        (u) => radius * 0.44 * (1 - 0.8 * u),
        food(colour, { second: colour, gloss: 0.3, glow: 0.6, bump: 0.02 }, random),
        12,
      ),
    )
  }
}
