import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import { logoColours } from './logo-colours.ts'

interface Shape {
  readonly fill: string
  readonly box?: readonly [left: number, top: number, width: number, height: number]
  readonly disc?: readonly [x: number, y: number, radius: number]
}

const [WIDTH, HEIGHT] = [400, 300]

/** Shapes on a ground, or on transparency. */
function drawn(shapes: readonly Shape[], ground?: string): Pixels {
  const data = new Uint8Array(WIDTH * HEIGHT * 4)
  const paint = (fill: string, isInside: (x: number, y: number) => boolean) => {
    const colour = [...Buffer.from(fill.slice(1), 'hex'), 255]
    for (let at = 0; at < WIDTH * HEIGHT; at++)
      if (isInside(at % WIDTH, Math.floor(at / WIDTH))) data.set(colour, 4 * at)
  }
  if (ground) paint(ground, () => true)
  for (const { fill, box, disc } of shapes)
    paint(fill, (x, y) =>
      box
        ? x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3]
        : disc !== undefined && Math.hypot(x - disc[0], y - disc[1]) < disc[2],
    )
  return { data, width: WIDTH, height: HEIGHT, channels: 4 }
}
const asJpeg = async ({ data, ...size }: Pixels): Promise<Pixels> => {
  const jpeg = await sharp(data, { raw: size }).flatten({ background: '#fff' }).jpeg({ quality: 60 }).toBuffer()
  const { data: read, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return { data: read, width: info.width, height: info.height, channels: 3 }
}
const MARK: readonly Shape[] = [
  { fill: '#7a1f2b', disc: [120, 150, 80] },
  { fill: '#1d1d1b', box: [220, 130, 160, 40] },
]
const close = (one: string, other: string) =>
  [1, 3, 5].every((at) => Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)) <= 6)

test('the colours of a transparent logo are found, and colour comes before black letters', () => {
  expect(logoColours(drawn(MARK))).toEqual(['#7a1f2b', '#1d1d1b'])
  const letters = drawn([
    { fill: '#000000', box: [10, 100, 300, 90] },
    { fill: '#e2001a', box: [320, 100, 60, 60] },
  ])
  expect(logoColours(letters)[0]).toBe('#e2001a')
})

test('the ground of an opaque logo is none of its colours, whatever it is, and the noise of a JPEG is none either', async () => {
  for (const ground of ['#ffffff', '#f4ead8', '#202830'])
    expect(logoColours(drawn([{ fill: '#2e7d32', disc: [200, 150, 90] }], ground)), ground).toEqual(['#2e7d32'])
  const [first, second, ...more] = logoColours(await asJpeg(drawn(MARK)))
  expect([close(first!, '#7a1f2b'), close(second!, '#1d1d1b'), more]).toEqual([true, true, []])
})

test('a white logo on transparency is white, many colours give four, and an empty logo none', () => {
  expect(logoColours(drawn([{ fill: '#ffffff', disc: [200, 150, 90] }]))).toEqual(['#ffffff'])
  const hues = ['#c62828', '#2e7d32', '#1565c0', '#f9a825', '#6a1b9a', '#00838f']
  const found = logoColours(drawn(hues.map((fill, i) => ({ fill, box: [20 + 60 * i, 40, 58, 200] }))))
  expect(found).toHaveLength(4)
  expect(hues).toEqual(expect.arrayContaining(found))
  expect(logoColours(drawn([]))).toEqual([])
  expect(logoColours({ data: Uint8Array.of(9, 9, 9), width: 1, height: 1, channels: 3 })).toEqual([])
})
