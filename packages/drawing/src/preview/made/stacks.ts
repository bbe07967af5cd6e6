import { body, puck } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen, Part } from '../food/kitchen.ts'
import { LEAVES, type LeafName, leaf } from '../food/leaf-sheets.ts'
import { type CutName, slice } from '../food/slices.ts'
import { sheet, tube } from '../shapes/sheets.ts'
import { bunTop, crumb, crust, longRoll } from './breads.ts'
import { sausage, seared } from './meats.ts'

/** A layer of a burger, from below: what it is, with a colour where it has one. */
export type Layer =
  | { readonly kind: 'patty'; readonly colour?: string; readonly crunchy?: boolean }
  | { readonly kind: 'cheese'; readonly colour?: string }
  | { readonly kind: 'leaf'; readonly name?: LeafName }
  | { readonly kind: 'slices'; readonly name: CutName }
  | { readonly kind: 'sauce'; readonly colour: string }
  | { readonly kind: 'bacon' }

/** A bun filled with layers. */
export function burger(
  layers: readonly Layer[],
  spec: { radius?: number; bun?: string; sesame?: boolean; x?: number; y?: number } = {},
): Part {
  const { radius = 0.44, sesame = true } = spec
  return (kitchen) => {
    const { seat } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius]
    let z = seat.heightAt(x, y)
    puck(kitchen, { x, y, z }, radius * 0.98, 0.13, crust('#d39a50', '#94551f', 0.35))
    z += 0.125
    for (const layer of layers) z += addLayer(kitchen, layer, { x, y, z, radius })
    bunTop(kitchen, { x, y, z: z - 0.01, yaw: 0.4 }, radius, 0.25, sesame, spec.bun)
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) => (Math.hypot(px - x, py - y) < radius ? z + 0.23 : seat.heightAt(px, py)),
    }
  }
}

function addLayer(kitchen: Kitchen, layer: Layer, at: { x: number; y: number; z: number; radius: number }): number {
  const { random } = kitchen
  const { x, y, z, radius } = at
  switch (layer.kind) {
    case 'patty': {
      const colour = layer.colour ?? '#6b3f27'
      const surface = layer.crunchy
        ? food(colour, { second: '#d99b45', crust: '#8a4d17', done: 0.3, bump: 0.6, grain: 13, gloss: 0.25 }, random)
        : food(
            colour,
            { second: '#85532f', crust: '#3a1b0d', done: 0.35, bump: 0.7, grain: 17, gloss: 0.3, polish: 30 },
            random,
          )
      puck(
        kitchen,
        { x, y, z },
        radius * 1.05,
        0.135,
        surface,
        (angle) => 1 + 0.025 * Math.sin(angle * 7 + x) + 0.02 * Math.sin(angle * 13),
      )
      return 0.13
    }
    case 'cheese':
      cheeseSheet(kitchen, layer.colour ?? '#eda72c', at)
      return 0.016
    case 'leaf': {
      const form = LEAVES[layer.name ?? 'lettuce']
      for (let i = 0; i < 7; i++) {
        const yaw = (i / 7) * 2 * Math.PI + random.around() * 0.15
        leaf(
          kitchen,
          form,
          {
            x: x + Math.cos(yaw) * radius * 0.72,
            y: y + Math.sin(yaw) * radius * 0.72,
            z: z + 0.02,
            yaw,
            roll: 0.1,
            pitch: random.around() * 0.1,
          },
          ((radius * 2.2) / 0.9) * 0.85,
        )
      }
      return 0.045
    }
    case 'slices':
      for (const [dx, dy] of [
        [-0.42, -0.3],
        [0.42, -0.32],
        [0, 0.45],
        [0, -0.55],
      ] as const)
        slice(
          kitchen,
          layer.name,
          { x: x + dx * radius, y: y + dy * radius, z, pitch: random.around() * 0.05, roll: random.around() * 0.05 },
          radius * 0.53,
          0.05,
        )
      return 0.05
    case 'sauce':
      puck(
        kitchen,
        { x, y, z: z - 0.01 },
        radius * 0.99,
        0.04,
        food(layer.colour, { gloss: 0.7, polish: 70, bump: 0.05 }, random),
        (angle) => 1 + 0.07 * Math.sin(angle * 4 + 1) + 0.04 * Math.sin(angle * 9),
      )
      return 0.02
    default: {
      for (let i = 0; i < 3; i++) {
        const path = Array.from(
          { length: 20 },
          (_, k) => [(k / 19 - 0.5) * radius * 2.5, 0, 0.02 * Math.sin(k * 1.3)] as const,
        )
        kitchen.add(
          tube(
            { x, y: y + (i - 1) * 0.2, z: z + 0.03, yaw: 0.2 * i },
            path,
            () => 0.07,
            food('#8e3320', { second: '#d9976a', crust: '#3d150b', done: 0.3, grain: 9, gloss: 0.6 }, random),
            9,
            0.2,
          ),
        )
      }
      return 0.04
    }
  }
}

/** A square of cheese whose corners hang down. */
export function cheeseSheet(
  kitchen: Kitchen,
  colour: string,
  { x, y, z, radius }: { x: number; y: number; z: number; radius: number },
): void {
  const half = radius * 0.98
  kitchen.add(
    sheet(
      { x, y, z: z + 0.008, yaw: 0.5 },
      22,
      22,
      (u, v, out) => {
        const [px, py] = [(u * 2 - 1) * half, (v * 2 - 1) * half]
        const over = Math.max(0, Math.hypot(px, py) - radius * 0.98)
        const pull = over > 0 ? (radius * 0.98 + over * 0.25) / Math.hypot(px, py) : 1
        out.x = px * pull
        out.y = py * pull
        out.z = -over * 0.85
      },
      food(colour, { second: colour, gloss: 0.5, polish: 50, glow: 0.4, bump: 0.02 }, kitchen.random),
    ),
  )
}

/** Two halves of a toasted sandwich, cut slantwise and leaning, with their fillings in view. */
export function sandwich(
  fillings: readonly (readonly [colour: string, thick: number])[],
  spec: { halves?: number; bread?: string; size?: number } = {},
): Part {
  const { halves = 2, size = 0.42 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const tall = fillings.reduce((sum, [, thick]) => sum + thick, 0)
    for (let half = 0; half < halves; half++) {
      const x = (half - (halves - 1) / 2) * size * 1.25
      const y = half % 2 === 0 ? -0.06 : 0.1
      const base = { x, y: y * seat.radius, yaw: half % 2 === 0 ? 0.12 : -0.2 }
      let z = seat.heightAt(base.x, base.y)
      const layer = (thick: number, colour: string, isBread: boolean, overhang: number) => {
        const surface = isBread
          ? sandwichBread(spec.bread ?? '#e0bb80')
          : food(colour, { gloss: 0.45, bump: 0.2, grain: 8, glow: 0.2 }, random)
        body(
          kitchen,
          { ...base, z: z + thick / 2 },
          [size * 0.56 * overhang, size * 0.5 * overhang, thick * 0.62],
          surface,
          { square: 0.3, rough: isBread ? 0.02 : 0.12, grain: 2.6, fine: 1.4 },
        )
        z += thick
      }
      layer(0.075, '', true, 1)
      for (const [colour, thick] of fillings) layer(thick, colour, false, random.between(1.0, 1.06))
      layer(0.075, '', true, 1)
    }
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) => seat.heightAt(px, py) + (Math.hypot(px, py) < size ? tall + 0.15 : 0),
    }
  }
}

const sandwichBread = (colour: string) => {
  const [outer, inner] = [crust(colour, '#8f5520', 0.5, 6), crumb('#efdcb4')]
  return (x: number, y: number, z: number, point: Parameters<typeof outer>[3]) =>
    z > 0.022 || z < -0.03 ? outer(x, y, z, point) : inner(x, y, z, point)
}

/** A long roll with a filling: hot dog, sub, bánh mì. */
export function filledRoll(spec: {
  long?: number
  thick?: number
  sausage?: string
  fill?: readonly (readonly [colour: string, count: number])[]
  squirt?: readonly string[]
  roll?: string
  leaves?: LeafName
  y?: number
}): Part {
  const { long = 1.25, thick = 0.2, y = 0 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const z = seat.heightAt(0, y)
    const yaw = 0.25
    longRoll(kitchen, { long, thick, colour: spec.roll, pose: { y, z, yaw } })
    const top = z + thick * 1.05
    const along = (share: number, across: number) => ({
      x: Math.cos(yaw) * share * long - Math.sin(yaw) * across,
      y: y + Math.sin(yaw) * share * long + Math.cos(yaw) * across,
    })
    if (spec.leaves)
      for (let i = 0; i < 10; i++)
        leaf(
          kitchen,
          LEAVES[spec.leaves],
          {
            ...along((i / 9 - 0.5) * 0.8, random.around() * 0.05),
            z: top - 0.02,
            yaw: random.next() * 7,
            pitch: random.around() * 0.5,
            roll: random.around() * 0.5,
          },
          LEAVES[spec.leaves].long > 0.3 ? 0.6 : 1.2,
        )
    for (const [colour, count] of spec.fill ?? [])
      for (let i = 0; i < count; i++)
        body(
          kitchen,
          {
            ...along(random.between(-0.43, 0.43), random.around() * 0.05),
            z: top + random.between(-0.03, 0.04),
            yaw: random.next() * 7,
            pitch: random.around() * 0.5,
          },
          [0.1, 0.025, 0.02],
          food(colour, { gloss: 0.4, glow: 0.3 }, random),
          { square: 0.5 },
        )
    if (spec.sausage)
      sausage(
        kitchen,
        { y, z: top + 0.02, yaw },
        long * 1.06,
        thick * 0.5,
        seared(spec.sausage, { marks: 26, gloss: 0.65 }),
        0,
      )
    spec.squirt?.forEach((colour, at) => {
      const path = Array.from(
        { length: 60 },
        (_, k) =>
          [
            (k / 59 - 0.5) * long * 0.92,
            Math.sin(k * 0.75 + at * 2.6) * thick * 0.26,
            thick * 0.5 * Math.cos(Math.sin(k * 0.75 + at * 2.6) * 0.6),
          ] as const,
      )
      kitchen.add(
        tube(
          { y, z: top + 0.025, yaw },
          path,
          () => 0.021,
          food(colour, { gloss: 0.75, polish: 90, bump: 0, second: colour }, random),
          8,
        ),
      )
    })
  }
}
