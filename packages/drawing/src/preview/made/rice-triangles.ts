import type { Part } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { sheet } from '../shapes/sheets.ts'

/** Onigiri: three-cornered rice with a band of seaweed around its foot, leaning a little on what lies behind. */
export function riceTriangles(count: number, size = 0.4): Part {
  return (kitchen) => {
    const { random, seat } = kitchen
    const [rice, shade, nori] = [hex('#f4efe4'), hex('#dcd4c2'), hex('#18241c')]
    for (let i = 0; i < count; i++) {
      const x = (i - (count - 1) / 2) * size * 1.55
      const y = (i % 2) * 0.2 - 0.08
      const grain = random.next() * 20
      kitchen.add(
        sheet(
          { x, y, z: seat.heightAt(x, y) + size * 0.42, yaw: random.around() * 0.16, pitch: 0.62 },
          26,
          73,
          (u, v, out) => {
            const angle = v * 2 * Math.PI
            const [level, up] = [Math.cos((u - 0.5) * Math.PI), Math.sin((u - 0.5) * Math.PI)]
            const r = size * (0.83 + 0.16 * Math.cos(3 * (angle - Math.PI / 2))) * level ** 0.45
            out.x = Math.cos(angle) * r
            out.y = Math.sin(angle) * r
            out.z = Math.sign(up) * Math.abs(up) ** 0.6 * size * 0.36
          },
          (px, py, pz, point) => {
            const n = noise3(px * 30 + grain, py * 34, pz * 30) + 0.5 * noise3(px * 63, py * 51, pz * 60 + grain)
            setColour(point, rice)
            blendColour(point, shade, smooth(0, 0.9, n) * 0.7)
            point.gloss = 0.25
            point.glow = 0.55
            point.bumpX = n * 0.3
            point.bumpY = -n * 0.25
            const band = smooth(0.34, 0.32, Math.abs(px) / size) * smooth(-0.02, -0.04, py / size)
            if (band < 0.5) return
            setColour(point, nori)
            point.bumpX = n * 0.07
            point.bumpY = 0
            point.glow = 0
            point.gloss = 0.35
          },
        ),
      )
    }
    kitchen.seat = { ...seat, heightAt: (px, py) => seat.heightAt(px, py) + size * 0.5 }
  }
}
