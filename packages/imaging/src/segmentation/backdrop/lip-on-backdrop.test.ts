import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { addLip } from './lip-on-backdrop.ts'

const [WIDTH, HEIGHT] = [640, 420]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

const from = (x: number, y: number, down = 0) => Math.hypot((x - 320) / 2.2, y - 180 - down)
const isTop: Place = (x, y) => from(x, y) < 110
/** The front of the plate below its upper edge. */
const isLip: Place = (x, y) => !isTop(x, y) && from(x, y, 12) < 110
const isPlate: Place = (x, y) => isTop(x, y) || isLip(x, y)
const taken = maskOf(isTop)

/** A white plate on white with its lip in one tone, and the shadow below in another that fades over as many pixels as are given. */
const photo = ({ lip = 168, shadow = 80, fade = 40 }) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (from(x, y) < 50) return [170, 100, 50]
    if (isTop(x, y)) return [240, 240, 240]
    if (isLip(x, y)) return [lip, lip, lip]
    const share = Math.min(1, Math.max(0, (from(x, y, 30) - 108) / fade))
    const tone = y < 180 ? 255 : shadow + (255 - shadow) * share
    return [tone, tone, tone]
  })

describe('the lip of a plate on white', () => {
  test('belongs to the plate: it is brighter than the shadow below it', () => {
    const alpha = addLip(photo({}), taken)
    expect(heldOf(taken.alpha, isLip)).toBe(0)
    // The ends of the lip are too thin to tell.
    expect(heldOf(alpha, (x, y) => isLip(x, y) && Math.abs(x - 320) < 180)).toBeGreaterThan(0.9)
    expect(heldOf(alpha, isTop)).toBe(1)
    expect(heldOf(alpha, (x, y) => !isPlate(x, y) && from(x, y, 16) > 112)).toBeLessThan(0.01)
  })

  test('a narrow hard shadow is none: what lies beyond it is brighter', () => {
    const hard = photo({ lip: 120, shadow: 255 })
    expect(heldOf(addLip(hard, taken), isLip)).toBeLessThan(0.05)
  })

  test('a spoon that lies against the plate is none: it reaches too far', () => {
    const isSpoon: Place = (x, y) => y > 285 && Math.abs(x - 320) < 14
    const plain = photo({ lip: 255, shadow: 255 })
    const data = Uint8Array.from(plain.data)
    for (let i = 0; i < WIDTH * HEIGHT; i++)
      if (isSpoon(i % WIDTH, Math.floor(i / WIDTH))) data.fill(150, 3 * i, 3 * i + 3)
    expect(addLip({ ...plain, data }, taken)).toBe(taken.alpha)
  })

  test('a photo on a table is left as it is', () => {
    const table = drawPicture(WIDTH, HEIGHT, (x, y) =>
      isTop(x, y) ? [240, 240, 240] : isLip(x, y) ? [168, 168, 168] : [80, 80, 80],
    )
    expect(addLip(table, taken)).toBe(taken.alpha)
  })
})
