import { tube } from '../shapes/sheets.ts'
import { food, type Look } from './food-surfaces.ts'
import { core } from './heap-core.ts'
import type { Part, Seat } from './kitchen.ts'

export interface Strands {
  readonly colour: string
  readonly look?: Look
  readonly count?: number
  /** Half the width of a strand. */
  readonly thick?: number
  /** Below 1 for ribbons. */
  readonly flat?: number
  /** Height of the nest. */
  readonly high?: number
  /** Share of the seat's radius. */
  readonly share?: number
  /** How tightly the strands turn around the nest, 0–1; the rest wanders. */
  readonly coiled?: number
}

/** The height of a heap of some height and radius above what it lies on. */
const heap = (seat: Seat, radius: number, high: number) => (x: number, y: number) => {
  const r = Math.min(1, Math.hypot(x, y / seat.depth) / radius)
  return seat.heightAt(x, y) + high * (1 - r * r) ** 0.8
}

/** A nest of noodles: strands that run round a heap, over and under each other. */
export function noodles(strands: Strands): Part {
  const { count = 110, thick = 0.019, flat = 1, high = 0.2, share = 0.95, coiled = 0.65 } = strands
  return (kitchen) => {
    const { random, seat } = kitchen
    const radius = seat.radius * share
    const height = heap(seat, radius, high)
    const colours = Array.from({ length: 7 }, () =>
      food(strands.colour, { gloss: 0.45, polish: 60, glow: 0.35, bump: 0.02, grain: 3, ...strands.look }, random),
    )
    // In a flat nest the broth or plate below shows between the strands; in a high one, the dark of its inside.
    if (high >= 0.1) {
      const inside = food(strands.colour, { gloss: 0.1, bump: 0.3, grain: 14 }, random)
      const lower = (x: number, y: number) => height(x, y) - thick * 0.8
      core(kitchen, lower, radius * 0.97, (x, y, z, point) => {
        inside(x, y, z, point)
        point.red *= 0.42
        point.green *= 0.34
        point.blue *= 0.26
      })
    }
    const strandCount = Math.round(count * 1.2)
    for (let i = 0; i < strandCount; i++) {
      const layer = i / strandCount
      const surface = colours[i % colours.length]
      const ring = radius * (0.12 + 0.83 * Math.sqrt(random.next())) * (1 - 0.25 * layer)
      const start = random.next() * 7
      const turn = (random.next() < 0.5 ? -1 : 1) * (coiled > 0.9 ? 1 : random.between(0.5, 1.1))
      const length = random.between(1.1, 2.6)
      const [px, py] = [random.next() * 7, random.next() * 7]
      const wander = radius * (1 - coiled) * 0.6 + 0.03
      const steps = Math.max(14, Math.round(length * 14))
      const path = Array.from({ length: steps + 1 }, (_, step) => {
        const t = step / steps
        const angle = start + turn * length * t * (0.6 + 0.5 * radius)
        let x = Math.cos(angle) * ring + Math.sin(px + t * 4.1) * wander
        let y = (Math.sin(angle) * ring + Math.cos(py + t * 4.7) * wander) * seat.depth
        const out = Math.hypot(x, y / seat.depth) / (radius * 0.99)
        if (out > 1) [x, y] = [x / out, y / out]
        const lift = thick * (0.4 + layer * 2.2) + Math.sin(t * 9 + px) * thick * 1.1
        const ends = Math.min(1, 6 * Math.min(t, 1 - t))
        return [x, y, height(x, y) + lift - (1 - ends) * thick * 2.5] as const
      })
      kitchen.add(tube({}, path, () => thick, surface, flat < 1 ? 8 : 6, flat))
    }
    kitchen.seat = { ...seat, heightAt: (x, y) => height(x, y) + thick * 3 }
  }
}
