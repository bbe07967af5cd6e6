import { describe, expect, it } from 'vitest'
import { upscaledSize } from './shot-sizes.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

describe('upscaledSize', () => {
  it('brings the long side to 3840 and keeps the shape', () => {
    expect(upscaledSize(box(0, 0, 3000, 3000), 'square')).toEqual({ width: 3840, height: 3840 })
    expect(upscaledSize(box(0, 0, 2400, 3000), 'portrait')).toEqual({ width: 3072, height: 3840 })
    expect(upscaledSize(box(0, 0, 4000 / 2, 1125), 'landscape')).toEqual({ width: 3840, height: 2160 })
    expect(upscaledSize(box(0, 0, 1200, 800), 'original')).toEqual({ width: 3840, height: 2560 })
  })

  it('does not change a longer side', () => {
    expect(upscaledSize(box(0, 0, 4000, 2250), 'landscape')).toEqual({ width: 4000, height: 2250 })
  })
})
