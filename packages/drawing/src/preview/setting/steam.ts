import type { SKRSContext2D } from '@napi-rs/canvas'
import type { SeededRandom } from '../seeded-random.ts'
import { type Rows, rowsBetween } from './draw-over.ts'

const STEPS = 44

/** The area that steam rises in: its middle below, and how far it spreads and rises. */
interface Rise {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The rows that steam may take. */
export const steamRows = ({ y, width, height }: Rise, of: number): Rows =>
  rowsBetween(y - height - 0.45 * width, y + 0.45 * width, of)

/** Draws a haze over a dish and a few wisps that curl as they rise and spread. */
export function drawSteam(context: SKRSContext2D, from: Rise, strength: number, random: SeededRandom): void {
  context.save()
  context.globalCompositeOperation = 'screen'
  const puff = (x: number, y: number, r: number, alpha: number) => {
    const gradient = context.createRadialGradient(x, y, 0, x, y, r)
    gradient.addColorStop(0, `rgba(255,252,246,${alpha.toFixed(4)})`)
    gradient.addColorStop(0.5, `rgba(255,252,246,${(alpha * 0.42).toFixed(4)})`)
    gradient.addColorStop(1, 'rgba(255,252,246,0)')
    context.fillStyle = gradient
    context.fillRect(x - r, y - r, 2 * r, 2 * r)
  }
  puff(from.x, from.y - from.height * 0.25, from.width * 0.42, strength * 0.07)
  for (let wisp = 0; wisp < 3; wisp++) {
    const x = from.x + (wisp - 1) * from.width * 0.17 + random.around() * from.width * 0.07
    const lean = random.around() * from.width * 0.1
    const phase = random.next() * 7
    const sway = from.width * random.between(0.05, 0.1)
    const high = from.height * random.between(0.6, 1)
    for (let step = 0; step < STEPS; step++) {
      const t = step / (STEPS - 1)
      const curl = Math.sin(t * 5.6 + phase) * 0.7 + Math.sin(t * 10.3 + phase * 2) * 0.3
      const alpha = strength * 0.05 * Math.sin(Math.PI * t ** 0.6) ** 1.4
      puff(x + lean * t + curl * sway * (0.15 + t), from.y - t * high, from.width * (0.022 + 0.085 * t), alpha)
    }
  }
  context.restore()
}
