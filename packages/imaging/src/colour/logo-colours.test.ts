import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import { logoColours } from './logo-colours.ts'

/** The pixels of a drawing, with or without its transparency. */
async function drawn(shapes: string, { opaque = false, quality = 0 } = {}): Promise<Pixels> {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${shapes}</svg>`)
  const png = await sharp(svg).png().toBuffer()
  const image =
    quality > 0 ? sharp(await sharp(png).flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()) : sharp(png)
  const { data, info } = await (opaque || quality > 0 ? image.removeAlpha() : image)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
}
const MARK =
  '<circle cx="120" cy="150" r="80" fill="#7a1f2b"/><rect x="220" y="130" width="160" height="40" fill="#1d1d1b"/>'
const close = (one: string, other: string) =>
  [1, 3, 5].every((at) => Math.abs(parseInt(one.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)) <= 6)

test('the colours of a transparent logo are found, and colour comes before black letters', async () => {
  expect(await drawn(MARK).then(logoColours)).toEqual(['#7a1f2b', '#1d1d1b'])
  const letters =
    '<rect x="10" y="100" width="300" height="90" fill="#000"/><rect x="320" y="100" width="60" height="60" fill="#e2001a"/>'
  expect((await drawn(letters).then(logoColours))[0]).toBe('#e2001a')
})

test('the ground of an opaque logo is none of its colours, whatever it is, and the noise of a JPEG is none either', async () => {
  for (const ground of ['#ffffff', '#f4ead8', '#202830']) {
    const logo = `<rect width="400" height="300" fill="${ground}"/><circle cx="200" cy="150" r="90" fill="#2e7d32"/>`
    expect(await drawn(logo, { opaque: true }).then(logoColours), ground).toEqual(['#2e7d32'])
  }
  const [first, second, ...more] = await drawn(MARK, { quality: 60 }).then(logoColours)
  expect([close(first!, '#7a1f2b'), close(second!, '#1d1d1b'), more]).toEqual([true, true, []])
})

test('a white logo on transparency is white, many colours give four, and an empty logo none', async () => {
  expect(await drawn('<circle cx="200" cy="150" r="90" fill="#ffffff"/>').then(logoColours)).toEqual(['#ffffff'])
  const hues = ['#c62828', '#2e7d32', '#1565c0', '#f9a825', '#6a1b9a', '#00838f']
  const stripes = hues.map((fill, i) => `<rect x="${20 + 60 * i}" y="40" width="58" height="200" fill="${fill}"/>`)
  const found = await drawn(stripes.join('')).then(logoColours)
  expect(found).toHaveLength(4)
  expect(hues).toEqual(expect.arrayContaining(found))
  expect(await drawn('').then(logoColours)).toEqual([])
  expect(logoColours({ data: Uint8Array.of(9, 9, 9), width: 1, height: 1, channels: 3 })).toEqual([])
})
