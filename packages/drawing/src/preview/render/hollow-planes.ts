import type { Depths } from './canvas-of-depths.ts'
import { blurPlane, type Plane, reducePlane } from './plane-blur.ts'
import { smooth } from './surface.ts'

/** World units over which hollows are dark: between grains, and below the rim of a plate. */
const REACHES = [0.035, 0.17] as const
/** Heights between which a thing ceases to darken the table seen beside it: that part of the table lies far behind it. */
const NEAR_TABLE = [0.12, 0.5] as const

/** Mean nearness around each point, at a fraction of the picture's size: what is behind it lies in a hollow. */
export interface HollowPlanes {
  readonly by: number
  readonly fine: Plane
  readonly broad: Plane
  /** The same for points of the table, as nearness above the table. */
  readonly tableFine: Plane
  readonly tableBroad: Plane
}

export function hollowPlanes(seen: Depths): HollowPlanes {
  const { width, height, scale, view } = seen
  const by = Math.max(2, Math.round(scale / 110))
  const reduced = reducePlane(seen.depth, width, height, by)
  const low = new Float32Array(reduced.data.length)
  for (let y = 0, i = 0; y < reduced.height; y++) {
    const t = (seen.originY - (y + 0.25) * by - 0.5) / scale
    const table = (-t * view.up[2]) / view.toward[2]
    for (let x = 0; x < reduced.width; x++, i++) {
      const above = Math.max(0, reduced.data[i] - table)
      low[i] = above * smooth(NEAR_TABLE[1], NEAR_TABLE[0], above * view.toward[2])
    }
  }
  const table = { ...reduced, data: low }
  const [fine, broad] = REACHES.map((reach) => (reach * scale) / by)
  return {
    by,
    fine: blurPlane(reduced, fine, 1),
    broad: blurPlane(reduced, broad),
    tableFine: blurPlane(table, fine, 1),
    tableBroad: blurPlane(table, broad),
  }
}
