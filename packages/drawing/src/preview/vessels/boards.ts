import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import type { Surface } from '../render/surface.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { roundedProfile, sheet, tube, turned } from '../shapes/sheets.ts'

/** A flat board with rounded corners. */
export function board(
  kitchen: Kitchen,
  surface: Surface,
  [rx, ry, rz]: readonly [number, number, number],
  corner = 0.22,
): Seat {
  body(kitchen, { z: rz }, [rx, ry, rz], surface, { square: corner, rough: 0, fine: 3 })
  return { radius: rx * 0.92, depth: (ry / rx) * 0.98, heightAt: () => rz * 2 }
}

/** A pan with a handle to the right and food to its rim. */
export function skillet(kitchen: Kitchen, surface: Surface, handles: 1 | 2): Seat {
  const profile = roundedProfile(
    [
      [0, 0.05],
      [0.6, 0.05],
      [0.84, 0.06],
      [0.9, 0.12],
      [0.96, 0.22],
      [0.99, 0.235],
      [1.01, 0.22],
      [0.95, 0.08],
      [0.86, 0.01],
      [0.7, 0],
    ],
    2,
  )
  kitchen.add(turned({}, profile, surface, 110))
  if (handles === 1) {
    const path = Array.from(
      { length: 16 },
      (_, k) => [0.98 + (k / 15) * 0.62, 0, 0.2 + 0.05 * Math.sin((k / 15) * 2)] as const,
    )
    kitchen.add(
      tube({ yaw: 0.55 }, path, (u) => 0.075 + 0.02 * u - 0.05 * Math.max(0, u - 0.93) * 14, surface, 12, 0.45),
    )
  } else {
    for (const side of [0, Math.PI]) {
      const path = Array.from({ length: 20 }, (_, k) => {
        const angle = -1.25 + (k / 19) * 2.5
        return [0.93 + Math.cos(angle) * 0.2, Math.sin(angle) * 0.22, 0.21] as const
      })
      kitchen.add(tube({ yaw: side + 0.3 }, path, () => 0.028, surface, 9))
    }
  }
  return { radius: 0.87, depth: 1, heightAt: () => 0.06 }
}

/** A woven basket lined with paper. */
export function basket(kitchen: Kitchen, colour = '#b98a4e'): Seat {
  const [cane, gap, paper] = [hex(colour), hex('#5d3d1c'), hex('#efe7d6')]
  const weave: Surface = (x, y, z, point) => {
    const angle = Math.atan2(y, x)
    const over = Math.sin(angle * 44) * Math.sin(z * 62 + (Math.floor((angle * 44) / Math.PI) % 2 === 0 ? 0 : Math.PI))
    setColour(point, cane)
    blendColour(point, gap, smooth(0.1, -0.6, over) * 0.8)
    point.bumpZ = over * 0.4
    point.gloss = 0.2
  }
  kitchen.add(
    turned(
      {},
      roundedProfile(
        [
          [0, 0.03],
          [0.7, 0.04],
          [0.86, 0.28],
          [0.95, 0.36],
          [0.99, 0.35],
          [0.93, 0.2],
          [0.78, 0.02],
          [0.6, 0],
        ],
        2,
      ),
      weave,
      120,
    ),
  )
  kitchen.add(
    sheet(
      { z: 0.05 },
      20,
      61,
      (u, v, out) => {
        const angle = v * 2 * Math.PI
        const fold = 1 + 0.07 * Math.max(0, u - 0.7) * Math.sin(angle * 7) * 3
        const r = u * 0.87 * fold
        out.x = Math.cos(angle) * r
        out.y = Math.sin(angle) * r
        // Steeper than the basket, whose wall would come through the paper.
        out.z = u < 0.62 ? 0.01 : 0.01 + (u - 0.62) * 1.1 + 0.04 * Math.sin(angle * 5) * (u - 0.62) * 3
      },
      (x, y, z, point) => {
        setColour(point, paper)
        blendColour(point, [0.55, 0.48, 0.36], smooth(0.4, 0.8, noise3(x * 7, y * 7, z * 7)) * 0.35)
        point.gloss = 0.1
        point.glow = 0.4
      },
    ),
  )
  return { radius: 0.8, depth: 1, heightAt: (x, y) => 0.07 + 0.2 * Math.max(0, Math.hypot(x, y) - 0.55) }
}

/** A round steamer of bamboo. */
export function steamer(kitchen: Kitchen): Seat {
  const [light, dark] = [hex('#d3a964'), hex('#8f6730')]
  const bamboo: Surface = (x, y, z, point) => {
    const line = noise3(x * 3, y * 3, z * 42)
    setColour(point, light)
    blendColour(point, dark, smooth(0, 0.8, line) * 0.5)
    point.gloss = 0.25
  }
  const slats: Surface = (x, y, z, point) => {
    bamboo(x, y, z, point)
    const gap = Math.abs(((y * 9 + 50) % 1) - 0.5)
    blendColour(point, dark, smooth(0.1, 0.03, gap))
    point.bumpY = (((y * 9 + 50) % 1) - 0.5) * 0.3
  }
  kitchen.add(
    turned(
      {},
      [
        [0.86, 0.12],
        [0.87, 0.3],
        [0.9, 0.38],
        [0.99, 0.38],
        [1, 0.36],
        [1, 0.25],
        [1.015, 0.24],
        [1.015, 0.14],
        [1, 0.13],
        [1, 0.01],
        [0.96, 0],
      ],
      bamboo,
      120,
    ),
  )
  kitchen.add(
    turned(
      { z: 0.12 },
      [
        [0, 0],
        [0.3, 0],
        [0.6, 0],
        [0.88, 0],
      ],
      slats,
      60,
    ),
  )
  return { radius: 0.8, depth: 1, heightAt: () => 0.125 }
}

/** A banana leaf spread on the table. */
export function bananaLeaf(kitchen: Kitchen): Seat {
  const [green, vein] = [hex('#2f5f26'), hex('#7d9a52')]
  kitchen.add(
    sheet(
      { z: 0.02, yaw: 0.15 },
      60,
      30,
      (u, v, out) => {
        const [along, across] = [u * 2 - 1, v * 2 - 1]
        out.x = along * 1.25
        out.y = across * 0.72 * (1 - Math.abs(along) ** 5) ** 0.5
        out.z = 0.02 + Math.abs(across) * 0.045 + 0.012 * Math.sin(along * 9)
      },
      (x, y, z, point) => {
        setColour(point, green)
        const rib = smooth(0.03, 0.012, Math.abs(y))
        const side = Math.sin((x + Math.abs(y) * 0.5) * 70)
        blendColour(point, vein, Math.max(rib, smooth(0.5, 1, side) * 0.35))
        point.gloss = 0.45
        point.polish = 50
        point.bumpX = side * 0.06
        void z
      },
    ),
  )
  return { radius: 0.78, depth: 0.8, heightAt: (_x, y) => 0.05 + Math.abs(y) * 0.05 }
}

/** A rectangular tray with a low rim. */
export function tray(kitchen: Kitchen, surface: Surface): Seat {
  const [rx, ry] = [1.08, 0.82]
  kitchen.add(
    sheet(
      {},
      14,
      97,
      (u, v, out) => {
        const angle = v * 2 * Math.PI
        const corner = (value: number) => Math.sign(value) * Math.abs(value) ** 0.28
        const wide = [0, 0.3, 0.6, 0.85, 0.93, 0.95, 0.97, 1, 1.005, 1, 0.98, 0.95, 0.9, 0.8][Math.round(u * 13)] ?? 1
        const high =
          [0.03, 0.03, 0.03, 0.03, 0.035, 0.07, 0.11, 0.12, 0.11, 0.06, 0.02, 0, 0, 0][Math.round(u * 13)] ?? 0
        out.x = corner(Math.cos(angle)) * rx * wide
        out.y = corner(Math.sin(angle)) * ry * wide
        out.z = high
      },
      surface,
    ),
  )
  return { radius: 0.9, depth: 0.76, heightAt: () => 0.03 }
}

/** Paper under food, a little crumpled. */
export const paper = food('#efe6d4', { second: '#e2d5bb', gloss: 0.1, bump: 0.08, grain: 3 })
