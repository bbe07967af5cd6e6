import type { Thing } from '../shapes/thing.ts'
import { cross, dot, transposedTimes, unit, type Vector } from '../shapes/vector.ts'

/** A direction from which a scene is seen without perspective. */
export interface View {
  readonly right: Vector
  readonly up: Vector
  /** From the scene towards the viewer. */
  readonly toward: Vector
}

/** The view of a camera at some height above the horizon, in radians. */
export const cameraView = (height: number): View => ({
  right: [1, 0, 0],
  up: [0, Math.sin(height), Math.cos(height)],
  toward: [0, -Math.cos(height), Math.sin(height)],
})

/** The view from a light. */
export function lightView(light: Vector): View {
  const toward = unit(light)
  const right = unit(cross(Math.abs(toward[2]) > 0.95 ? [0, 1, 0] : [0, 0, 1], toward))
  return { right, up: cross(toward, right), toward }
}

export interface Extent {
  left: number
  right: number
  bottom: number
  top: number
}

/** What the things cover in a view. */
export function extentOf(things: readonly Thing[], view: View): Extent {
  const extent: Extent = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  const include = (x: number, y: number, dx: number, dy: number) => {
    extent.left = Math.min(extent.left, x - dx)
    extent.right = Math.max(extent.right, x + dx)
    extent.bottom = Math.min(extent.bottom, y - dy)
    extent.top = Math.max(extent.top, y + dy)
  }
  for (const thing of things) {
    if (thing.kind === 'ball') {
      const reach = (axis: Vector) => {
        const [a, b, c] = transposedTimes(thing.turn, axis)
        return Math.hypot(a * thing.radii[0], b * thing.radii[1], c * thing.radii[2])
      }
      include(dot(thing.at, view.right), dot(thing.at, view.up), reach(view.right), reach(view.up))
    } else {
      const { points } = thing
      const { right, up } = view
      for (let i = 0; i < points.length; i += 3)
        include(
          points[i] * right[0] + points[i + 1] * right[1] + points[i + 2] * right[2],
          points[i] * up[0] + points[i + 1] * up[1] + points[i + 2] * up[2],
          0,
          0,
        )
    }
  }
  return extent
}
