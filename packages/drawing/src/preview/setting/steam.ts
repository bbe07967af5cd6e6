import type { SKRSContext2D } from '@napi-rs/canvas'
import type { SeededRandom } from '../seeded-random.ts'

/** Draws a few soft wisps that rise from a dish. */
export function drawSteam(
  context: SKRSContext2D,
  from: { x: number; y: number; width: number; height: number },
  strength: number,
  random: SeededRandom,
): void {
  context.save()
  context.globalCompositeOperation = 'screen'
  for (let wisp = 0; wisp < 4; wisp++) {
    const x = from.x + (wisp - 1.5) * from.width * 0.26 + random.around() * from.width * 0.06
    const phase = random.next() * 7
    const sway = from.width * random.between(0.05, 0.1)
    const steps = 20
    for (let step = 0; step < steps; step++) {
      const t = step / (steps - 1)
      const y = from.y - t * from.height * random.between(0.97, 1.03)
      const px = x + Math.sin(t * 5.2 + phase) * sway * (0.3 + t)
      const r = from.width * (0.035 + 0.1 * t)
      const alpha = strength * 0.115 * Math.sin(Math.PI * Math.min(1, t * 1.05)) ** 1.3
      const gradient = context.createRadialGradient(px, y, 0, px, y, r)
      gradient.addColorStop(0, `rgba(255,252,246,${alpha.toFixed(4)})`)
      gradient.addColorStop(1, 'rgba(255,252,246,0)')
      context.fillStyle = gradient
      context.fillRect(px - r, y - r, 2 * r, 2 * r)
    }
  }
  context.restore()
}
