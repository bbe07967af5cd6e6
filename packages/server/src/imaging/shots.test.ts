import { describe, expect, it } from 'vitest'
import { frame, upscaledSize } from './shots.ts'

const dish = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
  heart: { x: left + width / 2, y: top + height / 2 },
})

describe('frame', () => {
  it.each([
    ['square', 3000, 3000],
    ['portrait', 2400, 3000],
    ['landscape', 4000, 2250],
    ['original', 4000, 3000],
  ] as const)('takes the largest %s of a 4000 x 3000 photo', (shot, width, height) => {
    const { crop } = frame(4000, 3000, dish(1500, 1000, 800, 800), shot)
    expect([crop.width, crop.height]).toEqual([width, height])
  })

  it('follows the dish and stays inside', () => {
    expect(frame(4000, 3000, dish(2600, 900, 1200, 1200), 'square')).toMatchObject({
      crop: { left: 1000, top: 0 },
      dishInside: true,
    })
    expect(frame(4000, 3000, dish(0, 900, 1200, 1200), 'square').crop.left).toBe(0)
  })

  it('says when the dish does not fit', () => {
    expect(frame(4000, 3000, dish(100, 100, 3800, 2800), 'square').dishInside).toBe(false)
  })

  it('keeps the heart of a dish that does not fit in the middle', () => {
    const tall = { ...dish(300, 100, 2400, 3600), heart: { x: 1500, y: 1200 } }
    const { crop, dishInside } = frame(3000, 4000, tall, 'landscape')
    expect(dishInside).toBe(false)
    expect(Math.abs(crop.top + crop.height / 2 - 1200)).toBeLessThan(2)
  })

  it('finds something to show in the strangest shapes', () => {
    for (const [width, height] of [
      [1, 1],
      [12_000, 40],
      [40, 12_000],
      [2, 3],
    ] as const) {
      for (const shot of ['square', 'portrait', 'landscape', 'original'] as const) {
        const { crop } = frame(width, height, dish(0, 0, width, height), shot)
        expect(Math.min(crop.width, crop.height)).toBeGreaterThanOrEqual(1)
        expect(crop.left + crop.width).toBeLessThanOrEqual(width)
        expect(crop.top + crop.height).toBeLessThanOrEqual(height)
      }
    }
  })
})

describe('upscaledSize', () => {
  it('brings the long side to 3840 and keeps the shape', () => {
    expect(upscaledSize(dish(0, 0, 3000, 3000), 'square')).toEqual({ width: 3840, height: 3840 })
    expect(upscaledSize(dish(0, 0, 2400, 3000), 'portrait')).toEqual({ width: 3072, height: 3840 })
    expect(upscaledSize(dish(0, 0, 4000 / 2, 1125), 'landscape')).toEqual({ width: 3840, height: 2160 })
    expect(upscaledSize(dish(0, 0, 1200, 800), 'original')).toEqual({ width: 3840, height: 2560 })
  })

  it('leaves what is longer', () => {
    expect(upscaledSize(dish(0, 0, 4000, 2250), 'landscape')).toEqual({ width: 4000, height: 2250 })
  })
})
