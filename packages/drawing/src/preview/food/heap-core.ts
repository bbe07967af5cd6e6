import type { Surface } from '../render/surface.ts'
import { sheet } from '../shapes/sheets.ts'
import type { Kitchen } from './kitchen.ts'

/** What fills the inside of a heap, so that nothing below shows between its parts. */
export function core(
  kitchen: Kitchen,
  height: (x: number, y: number) => number,
  radius: number,
  surface: Surface,
  cx = 0,
  cy = 0,
): void {
  const { depth } = kitchen.seat
  kitchen.add(
    sheet(
      {},
      14,
      40,
      (u, v, out) => {
        const angle = v * 2 * Math.PI
        out.x = cx + Math.cos(angle) * radius * u * 0.97
        out.y = cy + Math.sin(angle) * radius * u * 0.97 * depth
        out.z = height(out.x, out.y) - 0.012
      },
      surface,
    ),
  )
}
