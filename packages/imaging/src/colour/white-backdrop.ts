import type { Pixels } from '../raster/pixels.ts'

/** White that covers at least this share of the picture's edge is a backdrop, which says nothing about the exposure. */
const BACKDROP = 0.4

/**
 * Finds a blown white backdrop, as behind a cut-out or in a light tent: white that is connected to the picture's edge.
 *
 * @param analysisCopy RGB
 * @returns 1 for each of its pixels; undefined without one
 */
export const findWhiteBackdrop = ({ data, width, height }: Pixels): Uint8Array | undefined => {
  const found = new Uint8Array(width * height)
  const queue: number[] = []
  const visit = (i: number) => {
    const white = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]) >= 250
    if (!white || found[i] === 1) return
    found[i] = 1
    queue.push(i)
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x)
  if (queue.length < BACKDROP * 2 * (width + height)) return undefined
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    if (i % width > 0) visit(i - 1)
    if (i % width < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < width * (height - 1)) visit(i + width)
  }
  return found
}
