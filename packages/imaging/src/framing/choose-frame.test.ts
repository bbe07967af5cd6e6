import { describe, expect, it } from 'vitest'
import { chooseFrame } from './choose-frame.ts'
import type { Dish } from './dish.ts'
import type { Borders } from './extend/border-calmness.ts'
import { shareInside } from './share-inside.ts'

const dish = (left: number, top: number, width: number, height: number): Dish => ({
  left,
  top,
  width,
  height,
  focus: { x: left + width / 2, y: top + height / 2 },
})
const framed = (width: number, height: number, where: Dish, shot: Parameters<typeof chooseFrame>[2]) =>
  chooseFrame({ width, height }, { dish: where }, shot)

/** A mask of a quarter of the picture's size with these boxes in it. */
const maskOf = (width: number, height: number, boxes: readonly Dish[]) => {
  const mask = { alpha: new Uint8Array((width / 4) * (height / 4)), width: width / 4, height: height / 4 }
  for (const box of boxes) {
    for (let y = box.top / 4; y < (box.top + box.height) / 4; y++) {
      mask.alpha.fill(255, y * mask.width + box.left / 4, y * mask.width + (box.left + box.width) / 4)
    }
  }
  return mask
}

describe('chooseFrame', () => {
  it.each([
    ['square', 3000, 3000],
    ['portrait', 2400, 3000],
    ['landscape', 4000, 2250],
    ['original', 4000, 3000],
  ] as const)('takes the largest %s of a 4000 x 3000 photo that holds the dish', (shot, width, height) => {
    const { window, insets, dishInside } = framed(4000, 3000, dish(1500, 1000, 800, 800), shot)
    expect([window.width, window.height]).toEqual([width, height])
    expect([insets, dishInside]).toEqual([undefined, true])
  })

  it('follows the dish and stays inside the photo', () => {
    const { window, dishInside } = framed(4000, 3000, dish(2600, 900, 1200, 1200), 'square')
    expect(window).toMatchObject({ left: 1000, top: 0 })
    expect(dishInside).toBe(true)
    expect(framed(4000, 3000, dish(0, 900, 1200, 1200), 'square').window.left).toBe(0)
  })

  it.each(['square', 'portrait', 'landscape'] as const)(
    'extends beyond the photo instead of cutting a dish that does not fit into %s',
    (shot) => {
      const wide = shot === 'landscape' ? dish(800, 200, 2400, 2600) : dish(200, 500, 3600, 2000)
      const { window, insets, inside, dishInside } = framed(4000, 3000, wide, shot)
      expect([inside, dishInside]).toEqual([1, true])
      expect(Object.values(insets!).some((inset) => inset > 0)).toBe(true)
      expect(window.left).toBeLessThanOrEqual(wide.left)
      expect(window.top).toBeLessThanOrEqual(wide.top)
      expect(window.left + window.width).toBeGreaterThanOrEqual(wide.left + wide.width)
      expect(window.top + window.height).toBeGreaterThanOrEqual(wide.top + wide.height)
      const [across, down] = { square: [1, 1], portrait: [4, 5], landscape: [16, 9] }[shot]
      expect(window.width * down!).toBe(window.height * across!)
      expect(window.width).toBe(4000 + insets!.left + insets!.right)
      expect(window.height).toBe(3000 + insets!.top + insets!.bottom)
    },
  )

  it('does not extend a border at which the photo cuts the dish, and reports the cut', () => {
    const { insets, inside, dishInside, window } = framed(4000, 3000, dish(0, 0, 4000, 3000), 'square')
    expect([insets, dishInside]).toEqual([undefined, false])
    expect(inside).toBeCloseTo(0.75, 2)
    expect([window.width, window.height]).toEqual([3000, 3000])
    const lower = framed(4000, 3000, dish(200, 700, 3600, 2300), 'square')
    expect(lower.insets).toMatchObject({ bottom: 0 })
    expect(lower.insets!.top).toBeGreaterThan(0)
  })

  it('extends beyond the photo instead of shaving a rim', () => {
    // The dish is a disc: a sliver of it is hardly any of its area.
    const mask = { alpha: new Uint8Array(400 * 300), width: 400, height: 300 }
    for (let y = 0; y < 300; y++) {
      for (let x = 0; x < 400; x++) if (Math.hypot(x - 199.5, y - 149.5) <= 117) mask.alpha[y * 400 + x] = 255
    }
    const where = { dish: dish(830, 330, 2340, 2340), mask }
    const { insets, dishInside } = chooseFrame({ width: 4000, height: 3000 }, where, 'landscape')
    expect([insets!.left > 0, dishInside]).toEqual([true, true])
  })

  it('extends beside a dish that the photo cuts above and below, whatever its height', () => {
    for (const height of [3000, 3001, 3005, 3008]) {
      const { window, insets } = framed(4000, height, dish(600, 0, 2800, height), 'landscape')
      expect(window.width * 9).toBe(window.height * 16)
      expect(height - window.height).toBeLessThan(9)
      expect(insets!.left + insets!.right).toBeGreaterThan(0)
    }
  })

  const borders: Borders = {
    open: { left: true, top: true, right: true, bottom: true },
    isCalm: () => true,
    isContinued: () => true,
    canDissolve: () => true,
    within: () => borders,
  }
  const beside = (where: Partial<Borders>) =>
    chooseFrame(
      { width: 4000, height: 3000 },
      { dish: dish(800, 200, 2400, 2600), borders: { ...borders, ...where } },
      'landscape',
    )

  it('continues what crosses a border where patches can, says so, and prefers a calm side', () => {
    expect(beside({ isCalm: () => false })).toMatchObject({ by: 'texture', crossed: true, dishInside: true })
    const oneSided = beside({ isCalm: (side) => side === 'left' })
    expect([oneSided.crossed, oneSided.insets!.right]).toEqual([undefined, 0])
  })

  it('crops where nothing can be continued, and reports the cut', () => {
    const busy = beside({ isCalm: () => false, isContinued: () => false, canDissolve: () => false })
    expect([busy.insets, busy.dishInside]).toEqual([undefined, false])
  })

  it('prefers a crop that cuts little to something that ends at a border', () => {
    const mask = maskOf(4000, 3000, [dish(1000, 400, 2000, 2200), dish(1900, 340, 200, 60), dish(1900, 2600, 200, 60)])
    const where = { dish: dish(1000, 340, 2000, 2320), mask, borders: { ...borders, isCalm: () => false } }
    const { insets, inside, dishInside } = chooseFrame({ width: 4000, height: 3000 }, where, 'landscape')
    expect([insets, dishInside, inside > 0.95]).toEqual([undefined, false, true])
  })

  it('leaves less room beside the dish where the photo has none for more', () => {
    const tight = framed(2000, 3000, dish(100, 300, 1800, 2250), 'landscape')
    expect([tight.dishInside, tight.window.height < 1.04 * 2250]).toEqual([true, true])
  })

  it('adds at most a little more than half of the photo at a border', () => {
    const tall = framed(1000, 4000, dish(100, 100, 800, 3800), 'landscape')
    expect([tall.insets, tall.dishInside]).toEqual([undefined, false])
  })

  it('shows most of the dish if it cannot show all of it', () => {
    const boxes = [dish(0, 0, 2800, 3000), dish(3400, 0, 600, 3000)]
    const mask = maskOf(4000, 3000, boxes)
    const { window, inside, dishInside } = chooseFrame(
      { width: 4000, height: 3000 },
      { dish: dish(0, 0, 4000, 3000), mask },
      'square',
    )
    expect(dishInside).toBe(false)
    expect(window.left).toBeLessThan(110)
    expect(inside).toBeCloseTo(2800 / 3400, 1)
  })

  it('ignores a sliver outside the frame, and counts two hundredths as a cut', () => {
    const mask = maskOf(4000, 3000, [dish(400, 400, 3000, 2000)])
    const where = { dish: dish(400, 400, 3000, 2000), mask }
    const share = (left: number) =>
      shareInside({ width: 4000, height: 3000 }, where, { left, top: 0, width: 3600, height: 3000 })
    expect(share(400)).toBe(1)
    expect(share(440)).toBeGreaterThanOrEqual(0.98)
    expect(share(500)).toBeLessThan(0.98)
  })

  it('keeps more inside when the mask may lack part of the dish', () => {
    const mask = maskOf(4000, 3000, [dish(0, 0, 3030, 3000)])
    const where = { dish: dish(0, 0, 3030, 3000), mask }
    const cut = (error?: number) =>
      chooseFrame({ width: 4000, height: 3000 }, { ...where, ...(error !== undefined && { error }) }, 'square')
        .dishInside
    expect([cut(), cut(0.01), cut(0.02)]).toEqual([true, true, false])
  })

  it('centres when no dish was found, and reports no cut', () => {
    expect(chooseFrame({ width: 4000, height: 3000 }, { dish: undefined }, 'square')).toEqual({
      window: { left: 500, top: 0, width: 3000, height: 3000 },
      inside: 1,
      dishInside: true,
    })
  })

  it('finds a frame in very unusual shapes', () => {
    for (const [width, height] of [
      [1, 1],
      [12_000, 40],
      [40, 12_000],
      [2, 3],
    ] as const) {
      for (const shot of ['square', 'portrait', 'landscape', 'original'] as const) {
        const { window } = framed(width, height, dish(0, 0, width, height), shot)
        expect(Math.min(window.width, window.height)).toBeGreaterThanOrEqual(1)
        expect(window.left + window.width).toBeLessThanOrEqual(width)
        expect(window.top + window.height).toBeLessThanOrEqual(height)
      }
    }
  })
})
