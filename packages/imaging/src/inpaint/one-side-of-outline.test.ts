import { describe, expect, test } from 'vitest'
import { drawPicture, seededRandom } from '../../test/support/drawn-pictures.ts'
import { boxArea } from './box-area.ts'
import { fillArea } from './fill-area.ts'
import { otherSideOfOutline } from './one-side-of-outline.ts'

const [WIDTH, HEIGHT] = [320, 240]
const isDish = (x: number, y: number) => Math.hypot(x - 110, y - 120) < 80
/** A red dish on a grey table, both with grain. */
const table = () => {
  const next = seededRandom(6)
  return drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 14 * (next() - 0.5)
    return isDish(x, y) ? [200 + grain, 40 + grain, 40 + grain] : [130 + grain, 130 + grain, 135 + grain]
  })
}
const mask = () => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isDish(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0)),
  width: WIDTH,
  height: HEIGHT,
})
const holeAt = (left: number, top: number, width: number, height: number) =>
  boxArea(
    { width: WIDTH, height: HEIGHT },
    { x: left / WIDTH, y: top / HEIGHT, width: width / WIDTH, height: height / HEIGHT },
  )
/** Red less green in the hole, after it is filled: 160 on the dish, 0 on the table. */
const rednessAfter = (hole: Uint8Array) => {
  const photo = table()
  fillArea(photo, { hole, excluded: otherSideOfOutline(hole, photo, mask()) })
  return [...hole.keys()].filter((i) => hole[i] !== 0).map((i) => photo.data[3 * i]! - photo.data[3 * i + 1]!)
}

describe('otherSideOfOutline', () => {
  test('fills a hole beside the dish from the table only, so that the dish grows no ear', () => {
    expect(Math.max(...rednessAfter(holeAt(196, 90, 60, 60)))).toBeLessThan(60)
  })

  test('lets no colour of the dish bleed into a hole that touches it', () => {
    const redness = rednessAfter(holeAt(186, 95, 60, 50))
    expect(redness.reduce((sum, value) => sum + value, 0) / redness.length).toBeLessThan(4)
  })

  test('fills a hole in the dish from the dish only', () => {
    expect(Math.min(...rednessAfter(holeAt(140, 95, 40, 40)))).toBeGreaterThan(100)
  })

  test('keeps both sides for a hole across the outline', () => {
    expect(otherSideOfOutline(holeAt(160, 90, 60, 60), table(), mask())).toBeUndefined()
  })

  test('does not let the rest of a removed thing grow again, and keeps a thing that is only touched up', () => {
    const nothing = { ...mask(), alpha: new Uint8Array(WIDTH * HEIGHT) }
    const cup = { box: { left: 230, top: 40, width: 50, height: 60 } }
    const avoided = otherSideOfOutline(holeAt(225, 35, 60, 50), table(), { ...nothing, objects: [cup] })
    expect([avoided?.[95 * WIDTH + 250], avoided?.[150 * WIDTH + 250]]).toEqual([1, 0])
    expect(otherSideOfOutline(holeAt(245, 60, 12, 12), table(), { ...nothing, objects: [cup] })).toBeUndefined()
  })

  test('keeps everything if too little would be left to copy', () => {
    const all = { ...mask(), alpha: mask().alpha.map((value, i) => (i % WIDTH < 300 ? 255 : value)) }
    expect(otherSideOfOutline(holeAt(303, 0, 17, 236), table(), all)).toBeUndefined()
  })
})
