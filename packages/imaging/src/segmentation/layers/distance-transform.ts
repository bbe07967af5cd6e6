import type { BinaryMask } from '../../raster/masks/binary-mask.ts'

/**
 * The distance of each pixel of a mask to the nearest pixel outside it, in pixels. The mask is taken to continue beyond the
 * borders of the picture, so a dish that the photo cuts has no rim there. A 3-4 chamfer transform (Borgefors 1986) in two
 * passes, within 6 % of the true distance.
 */
export function distanceTransform({ bits, width, height }: BinaryMask): Float32Array {
  const far = width + height
  const distance = Float32Array.from(bits, (bit) => (bit === 0 ? 0 : far))
  const [straight, diagonal] = [1, 4 / 3]
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? far : distance[y * width + x]
  /** Looks at the four neighbours that the pass has visited: `step` is 1 downwards, −1 upwards. */
  const relax = (x: number, y: number, step: 1 | -1): void => {
    const i = y * width + x
    if (distance[i] === 0) return
    distance[i] = Math.min(
      distance[i],
      at(x - step, y) + straight,
      at(x, y - step) + straight,
      at(x - step, y - step) + diagonal,
      at(x + step, y - step) + diagonal,
    )
  }
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relax(x, y, 1)
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) relax(x, y, -1)
  return distance
}
