import { expect, test } from 'vitest'
import { resizeMask } from './resize-mask.ts'

/** A mask whose left and upper parts are 255 up to an edge, with the edge at the same fraction of each side. */
const cornerOf = (width: number, height: number, edge: number) => ({
  alpha: Uint8Array.from({ length: width * height }, (_, i) =>
    i % width < edge * width && Math.floor(i / width) < edge * height ? 255 : 0,
  ),
  width,
  height,
})

/** How far the corner reaches along the first row and the first column, as fractions of the sides. */
const reachOf = (alpha: Uint8Array, width: number, height: number) => {
  let [across, down] = [0, 0]
  for (let x = 0; x < width; x++) across += alpha[x]! / 255 / width
  for (let y = 0; y < height; y++) down += alpha[y * width]! / 255 / height
  return [across, down]
}

test.each([
  [160, 120],
  [100, 75],
  [1024, 768],
  [40, 90],
  [90, 30],
])('the edge of a mask of 80 by 60 stays at its fraction at %i by %i', async (width, height) => {
  const alpha = await resizeMask(cornerOf(80, 60, 0.5), { width, height })
  expect(alpha).toHaveLength(width * height)
  // A shift of half a pixel would be 0.0031 at twice the size.
  const [across, down] = reachOf(alpha, width, height)
  expect(across).toBeCloseTo(0.5, 3)
  expect(down).toBeCloseTo(0.5, 3)
})

test('an enlarged mask is symmetric where the mask is', async () => {
  const bar = { alpha: Uint8Array.from([0, 0, 255, 255, 0, 0]), width: 6, height: 1 }
  const large = await resizeMask(bar, { width: 24, height: 3 })
  expect([...large]).toEqual([...large].reverse())
})

test('a mask of the same size is the same array', async () => {
  const mask = cornerOf(8, 6, 0.5)
  expect(await resizeMask(mask, { width: 8, height: 6 })).toBe(mask.alpha)
})
