import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { roundedProfile, sheet, turned } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'

/** Layers from below, each with its share of the height. */
export type Layers = readonly (readonly [colour: string, share: number])[]

function layered(layers: Layers, high: number, top: string): Surface {
  const total = layers.reduce((sum, [, share]) => sum + share, 0)
  let sum = 0
  const bounds = layers.map(([colour, share]) => {
    sum += share / total
    return { to: sum * high, colour: hex(colour) }
  })
  const cover = hex(top)
  return (x, y, z, point) => {
    const n = noise2x(x * 9, y * 9, z * 9)
    const at = z + n * 0.008
    const layer = bounds.find(({ to }) => at < to) ?? bounds[bounds.length - 1]
    setColour(point, layer.colour)
    const holes = noise3(x * 34, y * 34, z * 34)
    blendColour(
      point,
      [layer.colour[0] * 0.55, layer.colour[1] * 0.5, layer.colour[2] * 0.45],
      smooth(0.1, 0.7, holes) * 0.5,
    )
    if (z > high * 0.97) setColour(point, cover)
    point.gloss = z > high * 0.97 ? 0.35 : 0.1
    point.polish = 40
    point.glow = 0.3
    point.bumpX = holes * (z > high * 0.97 ? 0.03 : 0.22)
    point.bumpY = n * 0.1
  }
}

/** A wedge of a cake or tart, its tip towards the viewer. */
export function wedge(
  layers: Layers,
  top: string,
  spec: { radius?: number; high?: number; angle?: number; back?: string; at?: Pose } = {},
): Part {
  const { radius = 0.78, high = 0.36, angle = 0.72 } = spec
  return (kitchen) => {
    const { seat } = kitchen
    const pose = { x: -0.1, y: -radius * 0.45, yaw: Math.PI / 2 - 0.25, ...spec.at, z: seat.heightAt(0, 0) }
    const inside = layered(layers, high, top)
    const back = spec.back ? hex(spec.back) : undefined
    const outline = (v: number): readonly [number, number] => {
      // Around the wedge: out along one side, along the arc, back along the other.
      const t = v * 3
      if (t < 1) return [Math.cos(-angle / 2) * radius * t, Math.sin(-angle / 2) * radius * t]
      if (t < 2)
        return [Math.cos(-angle / 2 + angle * (t - 1)) * radius, Math.sin(-angle / 2 + angle * (t - 1)) * radius]
      return [Math.cos(angle / 2) * radius * (3 - t), Math.sin(angle / 2) * radius * (3 - t)]
    }
    const surface: Surface = (x, y, z, point) => {
      inside(x, y, z, point)
      if (back && Math.hypot(x, y) > radius * 0.965) setColour(point, back)
    }
    const middle = radius * 0.62
    kitchen.add(
      sheet(
        pose,
        9,
        61,
        (u, v, out) => {
          const [x, y] = outline(v)
          out.x = x
          out.y = y
          out.z = u * high
        },
        surface,
      ),
    )
    kitchen.add(
      sheet(
        pose,
        12,
        61,
        (u, v, out) => {
          const [x, y] = outline(v)
          const pull = 1 - u
          out.x = middle + (x - middle) * pull
          out.y = y * pull
          out.z = high + 0.012 * Math.min(1, u * 8)
        },
        surface,
      ),
    )
    kitchen.seat = {
      ...seat,
      radius: radius * 0.5,
      heightAt: (x, y) => (Math.hypot(x - (pose.x ?? 0) * 0.3, y + 0.02) < 0.3 ? high + 0.06 : seat.heightAt(x, y)),
    }
  }
}

/** A whole round cake, tart or tartlet, with a top on which more may stand. */
export function roundCake(
  layers: Layers,
  top: string,
  spec: { radius?: number; high?: number; side?: string; glossy?: boolean; ribs?: number; x?: number; y?: number } = {},
): Part {
  const { radius = 0.52, high = 0.36 } = spec
  return (kitchen) => {
    const { seat, random } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    const z = seat.heightAt(x, y)
    const profile = roundedProfile(
      [
        [0, high],
        [radius * 0.6, high],
        [radius * 0.95, high],
        [radius, high * 0.92],
        [radius * 1.01, high * 0.5],
        [radius, 0.02],
        [radius * 0.97, 0],
        [0, 0],
      ],
      2,
    )
    const inside = layered(layers, high, top)
    const side = spec.side ? hex(spec.side) : undefined
    const shine = food(
      top,
      { gloss: spec.glossy ? 0.8 : 0.3, polish: spec.glossy ? 140 : 30, bump: 0.03, grain: 5, glow: 0.2 },
      random,
    )
    kitchen.add(
      turned(
        { x, y, z },
        profile,
        (px, py, pz, point) => {
          inside(px, py, pz, point)
          if (pz > high * 0.93) shine(px, py, pz, point)
          else if (side) {
            setColour(point, side)
            blendColour(
              point,
              [side[0] * 0.6, side[1] * 0.5, side[2] * 0.4],
              smooth(0, 0.8, noise2x(px * 8, py * 8, pz * 8)) * 0.5,
            )
          }
        },
        90,
        spec.ribs ? (angle) => 1 + 0.022 * Math.abs(Math.sin((angle * (spec.ribs ?? 1)) / 2)) : undefined,
      ),
    )
    kitchen.seat = {
      ...seat,
      radius: radius * 0.85,
      heightAt: (px, py) => (Math.hypot(px - x, py - y) < radius ? z + high : seat.heightAt(px, py)),
    }
  }
}

/** A square portion with layers: lasagne, tiramisu, brownie, moussaka, baklava. */
export function square(
  layers: Layers,
  top: string,
  spec: {
    size?: readonly [number, number, number]
    yaw?: number
    look?: Parameters<typeof food>[1]
    x?: number
    y?: number
    lift?: number
  } = {},
): Part {
  const [rx, ry, rz] = spec.size ?? [0.36, 0.3, 0.19]
  return (kitchen) => {
    const { seat, random } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    const z = seat.heightAt(x, y) + (spec.lift ?? 0)
    const inside = layered(layers, rz * 2, top)
    const cover = food(top, { gloss: 0.35, bump: 0.12, grain: 8, glow: 0.2, ...spec.look }, random)
    body(
      kitchen,
      { x, y, z: z + rz, yaw: spec.yaw ?? 0.5 },
      [rx, ry, rz],
      (px, py, pz, point) => {
        if (pz > rz * 0.86) cover(px, py, pz, point)
        else inside(px, py, pz + rz, point)
      },
      { square: 0.16, rough: 0.025, grain: 2, fine: 2.2 },
    )
    kitchen.seat = {
      ...seat,
      radius: Math.min(rx, ry) * 1.1,
      heightAt: (px, py) => (Math.abs(px - x) < rx && Math.abs(py - y) < ry ? z + rz * 2 : seat.heightAt(px, py)),
    }
  }
}
