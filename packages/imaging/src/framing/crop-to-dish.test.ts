import { describe, expect, it } from 'vitest'
import type { Box } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { cropToDish, cropToShare, type DishBox, dishBoxIn } from './crop-to-dish.ts'

/** A round plate in the middle. */
const plate = (width = 480, height = 360, radius = 0.44): SoftMask => {
  const alpha = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot(x - width / 2, y - height / 2) < radius * height) alpha[y * width + x] = 255
  return { alpha, width, height }
}

describe('cropToDish', () => {
  it('keeps the whole of a small dish with room around it, in the shape of the picture', () => {
    const size = { width: 1600, height: 1200 }
    const box = dishBoxIn(plate(480, 360, 0.14), size) as DishBox
    const crop = cropToDish(size, box) as Box
    expect(crop.width / crop.height).toBeCloseTo(4 / 3, 1)
    expect(crop.width).toBeGreaterThanOrEqual(960)
    expect(crop.left).toBeLessThan(box.left)
    expect(crop.left + crop.width).toBeGreaterThan(box.left + box.width)
    expect(crop.top + crop.height).toBeGreaterThan(box.top + box.height)
  })

  it('does not crop a dish that fills its frame, or a picture without one', () => {
    const size = { width: 480, height: 360 }
    expect(cropToDish(size, dishBoxIn(plate(), size) as DishBox)).toBeUndefined()
    expect(cropToShare(size, dishBoxIn(plate(), size) as DishBox, 0.2)).toBeUndefined()
    expect(dishBoxIn({ alpha: new Uint8Array(12), width: 4, height: 3 }, size)).toBeUndefined()
  })
})
