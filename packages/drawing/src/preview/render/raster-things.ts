import type { Thing } from '../shapes/thing.ts'
import type { Vector } from '../shapes/vector.ts'
import { type Depths, emptyDepths } from './canvas-of-depths.ts'
import { rasterBall } from './raster-ball.ts'
import { rasterSheet } from './raster-sheet.ts'
import { extentOf, lightView, type View } from './view.ts'

/** Where a scene is in the picture. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** Pixels a world unit. */
  readonly scale: number
  readonly originX: number
  readonly originY: number
}

/** What the camera sees. The table lies at height 0 and hides what is below it. */
export function seenThings(things: readonly Thing[], view: View, frame: Frame): Depths {
  const depths = emptyDepths(frame, view, frame, true)
  for (let y = 0; y < frame.height; y++) {
    const onTable = (-((frame.originY - y - 0.5) / frame.scale) * view.up[2]) / view.toward[2]
    depths.depth.fill(onTable, y * frame.width, (y + 1) * frame.width)
  }
  rasterAll(depths, things)
  return depths
}

function rasterAll(depths: Depths, things: readonly Thing[]): void {
  things.forEach((thing, at) => {
    if (thing.kind === 'ball') rasterBall(depths, thing, at + 1)
    else rasterSheet(depths, thing, at + 1)
  })
}

/** What the camera sees of things of one kind where nothing of the others is nearer. */
export function seenBefore(others: Depths, things: readonly Thing[]): Depths {
  const count = others.width * others.height
  const depths = {
    ...others,
    depth: others.depth.slice(),
    owner: new Uint16Array(count),
    normals: new Int16Array(3 * count),
  }
  rasterAll(depths, things)
  return depths
}

/** What a light sees. */
export function litThings(things: readonly Thing[], light: Vector, side: number): Depths {
  const view = lightView(light)
  const extent = extentOf(things, view)
  const scale = (side - 4) / Math.max(extent.right - extent.left, extent.top - extent.bottom)
  const frame = { scale, originX: 2 - extent.left * scale, originY: 2 + extent.top * scale }
  const depths = emptyDepths({ width: side, height: side }, view, frame, false)
  rasterAll(depths, things)
  return depths
}
