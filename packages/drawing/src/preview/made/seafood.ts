import { body } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { type Kitchen, type Part, spread } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise2x, noise3 } from '../render/volume-noise.ts'
import { sheet, tube } from '../shapes/sheets.ts'
import type { Pose } from '../shapes/vector.ts'
import { fishFlesh } from './sushi.ts'

/** One prawn: a curled, tapering body with rings and a tail. */
export function prawn(
  kitchen: Kitchen,
  pose: Pose,
  size: number,
  look: { raw?: boolean; batter?: boolean } = {},
): void {
  const { random } = kitchen
  const [light, red] = [hex('#f6cdb0'), hex('#dc6a3a')]
  const path = Array.from({ length: 30 }, (_, k) => {
    const angle = (look.batter ? 0.9 : 4.1) * (k / 29)
    return look.batter
      ? ([(k / 29 - 0.5) * size * 2.2, Math.sin(angle) * size * 0.12, 0] as const)
      : ([Math.cos(angle) * size * 0.5, Math.sin(angle) * size * 0.5, 0] as const)
  })
  const shell = food('#dca04b', { second: '#eccb86', crust: '#a9661f', done: 0.3, bump: 0.6, grain: 18 }, random)
  kitchen.add(
    tube(
      pose,
      path,
      (u) => size * (0.035 + 0.2 * (1 - u) ** 0.8 * Math.min(1, u * 9 + 0.35)) * (1 + 0.05 * Math.cos(u * 50)),
      (x, y, z, point) => {
        if (look.batter) return shell(x, y, z, point)
        const ringAt = Math.sin(Math.atan2(y, x) * 9)
        setColour(point, light)
        blendColour(point, red, smooth(0.1, 0.85, ringAt + noise3(x * 20, y * 20, z * 20) * 0.4) * 0.8)
        blendColour(point, red, smooth(0.02, 0.08, z) * 0.25)
        point.gloss = 0.65
        point.polish = 70
        point.glow = 0.5
      },
      12,
    ),
  )
  const [tx, ty] = [path[29][0], path[29][1]]
  const turn = pose.yaw ?? 0
  for (const side of [-0.5, 0, 0.5]) {
    const yaw = turn + (look.batter ? 0 : 4.1 + Math.PI / 2) + side
    const [wx, wy] = [Math.cos(turn) * tx - Math.sin(turn) * ty, Math.sin(turn) * tx + Math.cos(turn) * ty]
    kitchen.ball(
      {
        x: (pose.x ?? 0) + wx + Math.cos(yaw) * size * 0.16,
        y: (pose.y ?? 0) + wy + Math.sin(yaw) * size * 0.16,
        z: pose.z,
        yaw,
      },
      [size * 0.2, size * 0.07, size * 0.03],
      food('#d2562c', { gloss: 0.5, glow: 0.4 }, random),
    )
  }
}

export function prawns(
  count: number,
  look: { size?: number; share?: number; batter?: boolean; high?: number } = {},
): Part {
  const { size = 0.17, share = 0.7, high = 0 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    for (const { x, y } of spread(random, count, 0.5)) {
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      prawn(
        kitchen,
        {
          x: px,
          y: py,
          z: seat.heightAt(px, py) + size * 0.13 + high * random.next(),
          yaw: random.next() * 7,
          pitch: random.around() * 0.25,
        },
        size * random.between(0.9, 1.1),
        look,
      )
    }
  }
}

/** Open mussels or clams. */
export function mussels(
  count: number,
  look: { shell?: string; meat?: string; size?: number; share?: number } = {},
): Part {
  const { shell = '#20242e', meat = '#e79a4a', size = 0.15, share = 0.8 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    for (const { x, y } of spread(random, count, 0.6)) {
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const yaw = random.next() * 7
      const base = { x: px, y: py, z: seat.heightAt(px, py) + 0.03 + random.next() * 0.05 }
      const [outer, inner] = [hex(shell), hex('#8b93a8')]
      for (const side of [0, 1]) {
        kitchen.add(
          sheet(
            { ...base, yaw, roll: 0, pitch: side ? 0.95 : -0.2 },
            14,
            15,
            (u, v, out) => {
              const [along, across] = [u, v * 2 - 1]
              const wide = Math.sin(Math.PI * along ** 0.7) ** 0.8 * size * 0.5
              out.x = (along - 0.5) * size * 1.9
              out.y = across * wide + (side ? -wide * 0.2 : wide * 0.2)
              out.z = -Math.sin(Math.PI * along) * size * 0.26 * (1 - across * across) + size * 0.2
            },
            (lx, ly, lz, point) => {
              setColour(point, side ? outer : inner)
              blendColour(point, outer, smooth(0.2, 0.8, noise2x(lx * 8, ly * 8, lz * 8)) * 0.6)
              point.gloss = 0.75
              point.polish = 90
            },
          ),
        )
      }
      body(
        kitchen,
        { ...base, z: base.z + size * 0.08, yaw },
        [size * 0.55, size * 0.24, size * 0.15],
        food(meat, { gloss: 0.65, polish: 70, glow: 0.5 }, random),
        { rough: 0.15 },
      )
    }
  }
}

/** Oysters on the half shell. */
export function oysters(count: number, look: { size?: number; share?: number } = {}): Part {
  const { size = 0.26, share = 0.8 } = look
  return (kitchen) => {
    const { random, seat } = kitchen
    const [shell, pearl, rim] = [hex('#6f675c'), hex('#dcd8cf'), hex('#8a8172')]
    for (const { x, y } of spread(random, count, 0.25)) {
      const [px, py] = [x * seat.radius * share, y * seat.radius * share * seat.depth]
      const phase = random.next() * 7
      const pose = { x: px, y: py, z: seat.heightAt(px, py) + 0.03, yaw: Math.atan2(py, px) + random.around() * 0.2 }
      const edge = (angle: number) =>
        1 + 0.07 * Math.sin(angle * 3 + phase) + 0.04 * Math.sin(angle * 8 + phase * 2) - 0.18 * Math.cos(angle)
      kitchen.add(
        sheet(
          pose,
          16,
          49,
          (u, v, out) => {
            const angle = v * 2 * Math.PI
            // In along the shell's hollow to its rim, then out and down its back.
            const r = (u < 0.75 ? u / 0.75 : 1 - (u - 0.75) * 0.7) * size * edge(angle)
            out.x = Math.cos(angle) * r * 0.95
            out.y = Math.sin(angle) * r * 0.68
            out.z = u < 0.75 ? size * 0.3 * (u / 0.75) ** 3 : size * (0.3 - (u - 0.75) * 1.6)
          },
          (sx, sy, sz, point) => {
            const n = noise2x(sx * 14, sy * 14, sz * 14 + phase)
            setColour(point, pearl)
            blendColour(point, rim, smooth(0.13, 0.3, sz / size + n * 0.05))
            blendColour(point, shell, smooth(0.1, 0.8, n) * smooth(0.1, 0.26, sz / size))
            point.gloss = 0.6
            point.polish = 60
            point.bumpX = n * 0.3 * smooth(0.1, 0.25, sz / size)
          },
        ),
      )
      body(
        kitchen,
        { ...pose, z: pose.z + size * 0.1 },
        [size * 0.6, size * 0.38, size * 0.11],
        food('#cfc5b2', { second: '#9d9684', gloss: 0.9, polish: 120, glow: 0.5, bump: 0.2, grain: 9 }, random),
        { rough: 0.2, grain: 2, fine: 1.6 },
      )
    }
    kitchen.seat = { ...seat, heightAt: (px, py) => seat.heightAt(px, py) + 0.06 }
  }
}

/** A fillet of fish, skin or crust up. */
export function fillet(
  spec: {
    colour?: string
    line?: string
    crust?: string
    size?: number
    x?: number
    y?: number
    yaw?: number
    battered?: boolean
  } = {},
): Part {
  const { colour = '#e58752', line = '#f4c6a0', size = 1, yaw = 0.3 } = spec
  return (kitchen) => {
    const { random, seat } = kitchen
    const [x, y] = [(spec.x ?? 0) * seat.radius, (spec.y ?? 0) * seat.radius * seat.depth]
    const high = 0.1 * size
    const flesh = spec.battered
      ? food('#c4832c', { second: '#dba650', crust: '#8a4d16', done: 0.3, bump: 0.7, grain: 19, gloss: 0.25 }, random)
      : fishFlesh(colour, line, 26)
    const top = hex(spec.crust ?? '#b25a26')
    kitchen.add(
      sheet(
        { x, y, z: seat.heightAt(x, y), yaw },
        40,
        26,
        (u, v, out) => {
          const along = u * 2 - 1
          const angle = v * 2 * Math.PI
          const taper = Math.min(1, 6 * (1 - Math.abs(along) + 0.01)) ** 0.5 * (1 - 0.32 * Math.max(0, along) ** 1.5)
          const lump = spec.battered
            ? 1 +
              0.16 * noise2x(along * 3.1 + 4, Math.cos(angle) * 1.4, Math.sin(angle) * 1.4 + 2) -
              0.28 * along * along
            : 1 + 0.05 * Math.sin(along * 9 + 2)
          out.x = along * 0.5 * size
          out.y = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.75 * 0.21 * size * taper * lump
          out.z = high + Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.8 * high * taper
        },
        (px, py, pz, point) => {
          flesh(px, py, pz, point)
          if (spec.battered) return
          const n = noise2x(px * 7, py * 7, 4)
          const browned = smooth(0.9, 1.6, pz / high) * smooth(-0.6, 0.5, n)
          blendColour(point, top, browned * 0.85)
          point.bumpX += n * 0.16
          point.bumpY += noise3(px * 22, py * 22, 1) * 0.14
        },
      ),
    )
    const before = seat.heightAt
    kitchen.seat = {
      ...seat,
      heightAt: (px, py) =>
        before(px, py) + (Math.hypot((px - x) / (0.48 * size), (py - y) / (0.22 * size)) < 1 ? high * 1.95 : 0),
    }
  }
}

/** A whole fish on its side, head to the left. */
export function wholeFish(colour = '#8f8778', belly = '#d9cdb4'): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const [back, front, char] = [hex(colour), hex(belly), hex('#4d2a12')]
    const z = seat.heightAt(0, 0)
    const pose = { x: 0, y: 0, z: z + 0.09, yaw: 0.22 }
    const outline = (u: number) => Math.sin(Math.PI * Math.min(1, u * 0.97 + 0.03) ** 0.72) ** 0.8 * 0.21 + 0.028
    kitchen.add(
      sheet(
        pose,
        50,
        30,
        (u, v, out) => {
          const angle = v * 2 * Math.PI
          const end = u > 0.86 ? 1 + ((u - 0.86) / 0.14) ** 1.6 * 3.6 : 1
          out.x = (u - 0.5) * 1.5
          out.y = Math.cos(angle) * outline(u) * (u > 0.86 ? Math.max(0.35, 1) * end * 0.9 : 1)
          out.z = Math.sin(angle) * outline(u) * 0.42 * (u > 0.86 ? 0.35 : 1)
        },
        (x, y, zz, point) => {
          const scale = Math.sin(x * 90 + Math.sin(y * 80)) * Math.cos(y * 95)
          setColour(point, back)
          blendColour(point, front, smooth(0.06, -0.14, y))
          const slash =
            smooth(0.05, 0.02, Math.abs(((x + y * 0.5 + 0.02) % 0.2) - 0.1)) * (x > -0.35 && x < 0.4 ? 1 : 0)
          blendColour(point, [0.85, 0.75, 0.58], slash * 0.75)
          blendColour(point, char, smooth(0.15, 0.8, noise2x(x * 6, y * 9, zz)) * 0.65)
          const eye = Math.hypot(x + 0.6, y - 0.03)
          if (eye < 0.035) setColour(point, eye < 0.02 ? [0.01, 0.01, 0.01] : [0.8, 0.78, 0.7])
          blendColour(point, char, smooth(0.012, 0.005, Math.abs(Math.hypot(x + 0.72, y) - 0.27)) * 0.6)
          point.gloss = 0.6
          point.polish = 50
          point.bumpX = scale * 0.1 - slash * 0.3
        },
      ),
    )
    void random
    kitchen.seat = {
      ...seat,
      heightAt: (x, y) => seat.heightAt(x, y) + (Math.abs(x) < 0.6 && Math.abs(y) < 0.15 ? 0.17 : 0),
    }
  }
}
