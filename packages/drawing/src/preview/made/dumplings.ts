import { food, type Look } from '../food/food-surfaces.ts'
import { type Part, spread } from '../food/kitchen.ts'
import { roundedProfile, sheet, turned } from '../shapes/sheets.ts'

export interface Dumplings {
  readonly count?: number
  readonly colour?: string
  readonly look?: Look
  readonly size?: number
  /** A half moon with a pleated edge, a purse pleated to its top, a smooth round bun, a three-sided pasty, a cushion. */
  readonly shape?: 'half moon' | 'purse' | 'bun' | 'triangle' | 'cushion'
  readonly share?: number
}

/** Filled dough in its usual shapes. */
export function dumplings(spec: Dumplings): Part {
  const { count = 7, colour = '#f0e2c4', size = 0.2, shape = 'half moon', share = 0.72 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const places = count === 1 ? [{ x: 0, y: 0 }] : spread(random, count, 0.18)
    places.forEach(({ x, y }) => {
      const [px, py] = [x * seat.radius * share * 1.15, y * seat.radius * share * 1.15 * seat.depth]
      const surface = food(
        colour,
        {
          second: '#e6cf9f',
          crust: '#a8682a',
          done: 0.15,
          gloss: 0.4,
          polish: 50,
          glow: 0.45,
          bump: 0.05,
          grain: 5,
          ...spec.look,
        },
        random,
      )
      const pose = {
        x: px,
        y: py,
        z: seat.heightAt(px, py),
        yaw: shape === 'half moon' ? random.around() * 0.3 + 0.4 : random.next() * 7,
      }
      const phase = random.next() * 7
      if (shape === 'purse' || shape === 'bun') {
        const pleats = shape === 'purse' ? 0.075 : 0
        const profile = roundedProfile(
          [
            [0, 0.86],
            [0.1, 0.9],
            [0.16, 0.82],
            [0.42, 0.72],
            [0.86, 0.46],
            [1.04, 0.2],
            [0.9, 0],
            [0, 0],
          ].map(([r, h]) => [r * size, (shape === 'bun' ? Math.min(h, 0.78) : h) * size * 1.05] as const),
          2,
        )
        kitchen.add(
          turned(
            pose,
            profile,
            surface,
            76,
            (angle, height) =>
              1 + pleats * Math.sin(angle * 15 + height * 14 + phase) * Math.min(1, (height / size) * 1.7),
          ),
        )
        return
      }
      if (shape === 'triangle') {
        kitchen.add(
          sheet(
            { ...pose, yaw: random.next() * 7 },
            20,
            43,
            (u, v, out) => {
              const angle = v * 2 * Math.PI
              const side = 1 / Math.cos((((angle % 2.0944) + 2.0944) % 2.0944) - 1.0472)
              const reach = Math.min(1.75, side) * 0.74
              const level = Math.sin((u * Math.PI) / 2)
              out.x = Math.cos(angle) * reach * size * level * 1.25
              out.y = Math.sin(angle) * reach * size * level * 1.25
              out.z = size * 0.95 * Math.cos((u * Math.PI) / 2) ** 0.75 + 0.004 * Math.sin(angle * 9)
            },
            surface,
          ),
        )
        return
      }
      if (shape === 'cushion') {
        kitchen.add(
          sheet(
            pose,
            26,
            26,
            (u, v, out) => {
              const [a, b] = [u * 2 - 1, v * 2 - 1]
              const edge = Math.max(Math.abs(a), Math.abs(b))
              const frill = edge > 0.85 ? 1 + 0.035 * Math.sin((Math.abs(a) > Math.abs(b) ? b : a) * 34) : 1
              out.x = a * size * frill
              out.y = b * size * frill
              out.z = 0.02 + size * 0.42 * Math.max(0, 1 - (Math.hypot(a, b) / 0.88) ** 2.4)
            },
            surface,
          ),
        )
        return
      }
      kitchen.add(
        sheet(
          pose,
          34,
          20,
          (u, v, out) => {
            // From the pleated edge at the back over the top down to the straight front.
            const along = u * 2 - 1
            const round = Math.sqrt(Math.max(0, 1 - along * along))
            const angle = v * Math.PI
            const pleat = smoothEnd(v) * 0.16 * Math.sin(u * 40)
            out.x = along * size * 1.22
            out.y =
              -Math.cos(angle) * size * 0.56 * round -
              0.25 * size * (1 - along * along) +
              smoothEnd(v) * size * 0.22 * round
            out.z =
              size * (0.03 + Math.sin(angle) ** 0.85 * 0.62 * round) +
              size * pleat * round +
              smoothEnd(v) * size * 0.5 * round
          },
          surface,
        ),
      )
    })
  }
}

/** Near 1 at the closing edge of a half moon. */
const smoothEnd = (v: number) => Math.max(0, 1 - Math.abs(v - 0.62) / 0.1) ** 1.5
