import type { BinaryMask } from '../../raster/masks/binary-mask.ts'

/**
 * How deep inside a mask each pixel lies, in pixels to the nearest zero; beyond the picture's borders the mask goes on, so
 * that a dish that the photo cuts has no rim there. Two passes of 3-4 chamfer steps, within 6 % of the true distance.
 */
export function distanceTransform({ bits, width, height }: BinaryMask): Float32Array {
  const far = width + height
  const distance = Float32Array.from(bits, (bit) => (bit === 0 ? 0 : far))
  const [straight, slanted] = [1, 4 / 3]
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? far : distance[y * width + x]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (distance[i] === 0) continue
      distance[i] = Math.min(
        distance[i],
        at(x - 1, y) + straight,
        at(x, y - 1) + straight,
        at(x - 1, y - 1) + slanted,
        at(x + 1, y - 1) + slanted,
      )
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x
      if (distance[i] === 0) continue
      distance[i] = Math.min(
        distance[i],
        at(x + 1, y) + straight,
        at(x, y + 1) + straight,
        at(x + 1, y + 1) + slanted,
        at(x - 1, y + 1) + slanted,
      )
    }
  }
  return distance
}
