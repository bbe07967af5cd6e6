import { noise2x } from '../render/volume-noise.ts'
import { sheet } from '../shapes/sheets.ts'
import { food, type Look, liquid } from './food-surfaces.ts'
import { type Part, spread } from './kitchen.ts'

/** A broth or soup that fills its vessel. */
export function broth(colour: string, look: Parameters<typeof liquid>[1] = {}): Part {
  return (kitchen) => {
    const { seat } = kitchen
    const level = seat.heightAt(0, 0)
    const surface = liquid(colour, look, kitchen.random)
    kitchen.add(
      sheet(
        { z: level },
        8,
        72,
        (u, v, out) => {
          const angle = v * 2 * Math.PI
          out.x = Math.cos(angle) * seat.radius * 1.06 * u
          out.y = Math.sin(angle) * seat.radius * 1.06 * u * seat.depth
          out.z = 0
        },
        surface,
      ),
    )
    kitchen.seat = { ...seat, heightAt: () => level }
  }
}

export interface Ladle extends Look {
  /** Share of the seat's radius. */
  readonly share?: number
  /** How thick it lies. */
  readonly high?: number
  /** How uneven its outline is, 0–1. */
  readonly ragged?: number
  /** How uneven its top is. */
  readonly lumpy?: number
  readonly x?: number
  readonly y?: number
}

/** A sauce, a mash or a dip that lies on what is there and makes it higher. */
export function ladle(colour: string, look: Ladle = {}): Part {
  const { share = 0.6, high = 0.05, ragged = 0.35, lumpy = 0.25, x = 0, y = 0 } = look
  return (kitchen) => {
    const { seat, random } = kitchen
    const radius = seat.radius * share
    const [ox, oy, oz] = [random.next() * 30, random.next() * 30, random.next() * 30]
    const [cx, cy] = [x * seat.radius, y * seat.radius * seat.depth]
    const edge = (angle: number) =>
      radius * (1 + ragged * noise2x(Math.cos(angle) * 1.7 + ox, Math.sin(angle) * 1.7 + oy, oz))
    const top = (dx: number, dy: number) => {
      const r = Math.min(1, Math.hypot(dx, dy / seat.depth) / edge(Math.atan2(dy / seat.depth, dx)))
      const lump = 1 + lumpy * 1.4 * noise2x(dx * 7 + oy, dy * 7 + oz, ox)
      return high * lump * Math.sqrt(Math.max(0, 1 - r ** 4))
    }
    const surface = food(colour, { gloss: 0.55, polish: 70, glow: 0.25, bump: 0.1, grain: 7, ...look }, random)
    kitchen.add(
      sheet(
        { x: cx, y: cy },
        26,
        64,
        (u, v, out) => {
          const angle = v * 2 * Math.PI
          const r = edge(angle) * Math.sin((u * Math.PI) / 2)
          out.x = Math.cos(angle) * r
          out.y = Math.sin(angle) * r * seat.depth
          out.z = seat.heightAt(out.x + cx, out.y + cy) + (u > 0.999 ? -0.01 : top(out.x, out.y))
        },
        surface,
      ),
    )
    const before = seat.heightAt
    kitchen.seat = { ...seat, heightAt: (px, py) => before(px, py) + top(px - cx, py - cy) }
  }
}

/** Several small ladlefuls spread over the food: molten cheese, dabs of cream. */
export function dabs(colour: string, count: number, look: Ladle = {}): Part {
  const { share = 0.16 } = look
  return (kitchen) => {
    const { seat } = kitchen
    for (const { x, y } of spread(kitchen.random, count, 0.6))
      ladle(colour, {
        ...look,
        share: share * kitchen.random.between(0.75, 1.25),
        x: x * (1 - share),
        y: y * (1 - share),
      })(kitchen)
    kitchen.seat = seat
  }
}
