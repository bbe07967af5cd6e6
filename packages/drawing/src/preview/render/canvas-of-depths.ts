import type { View } from './view.ts'

/** What is nearest at every pixel: how near, which thing, and its normal. */
export interface Depths {
  readonly width: number
  readonly height: number
  readonly view: View
  /** Pixels a world unit. */
  readonly scale: number
  /** Where the world's origin is, in pixels. */
  readonly originX: number
  readonly originY: number
  readonly depth: Float32Array
  /** 1 and the place of the thing in the list; 0 where there is nothing. */
  readonly owner: Uint16Array
  /** Three parts a pixel, from -127 to 127 times 256. Empty where only depths are wanted. */
  readonly normals: Int16Array
}

export const NOTHING = -1e9

export function emptyDepths(
  size: { width: number; height: number },
  view: View,
  frame: { scale: number; originX: number; originY: number },
  withNormals: boolean,
): Depths {
  const count = size.width * size.height
  return {
    ...size,
    ...frame,
    view,
    depth: new Float32Array(count).fill(NOTHING),
    owner: new Uint16Array(withNormals ? count : 0),
    normals: new Int16Array(withNormals ? 3 * count : 0),
  }
}
