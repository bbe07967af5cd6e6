import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { ASSET_TYPES } from '@platelight/typesetting/asset-request.ts'
import { contrastOf, READABLE } from '@platelight/typesetting/layout/colours.ts'
import { layoutAsset, layoutsOf } from '@platelight/typesetting/layout/layout-asset.ts'
import { paintPdf } from '@platelight/typesetting/paint/paint-pdf.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import { expect, test } from 'vitest'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { readPdfText } from '../../src/operations/assets/read-pdf-text.ts'
import { menuPdf } from '../support/menu-pdf.ts'
import { PICTURES, SCRIPTS, textsOf } from './asset-copies.ts'

const book = assetFonts()
const canvas = createCanvas(300, 200)

/** What a reader says that the page reads, without line breaks and marks of direction. */
const readBy = (pdf: Buffer): string =>
  runProgram('pdftotext', ['-enc', 'UTF-8', 'asset.pdf', '-'], { files: { 'asset.pdf': pdf } })
    .toString('utf8')
    .replace(/[\u200e\u200f\u202a-\u202e\f]/g, '')

test('the text of the PDF is exactly what was given, in twelve scripts', needs('pdftotext'), () => {
  for (const [script, copy] of Object.entries(SCRIPTS)) {
    for (const type of ASSET_TYPES) {
      const pictures = type === 'flyer' ? PICTURES['one that is not sure']! : []
      const given = type === 'banner' ? { ...copy, items: [] } : copy
      const laid = layoutAsset({ type, preset: 'daily_special', copy: given, pictures, colors: [] }, book)
      if (!laid.ok) throw new Error(`${script} ${type}: ${laid.reason}`)
      const pdf = paintPdf(laid.list, { pictures: [canvas], cutOuts: new Map() }, { book, metadata: '<x/>' })
      const read = readBy(pdf).replace(/\s+/g, '')
      for (const [field, text] of textsOf(given))
        expect(read, `${field} of a ${type} in ${script}`).toContain(text.replace(/\s+/g, ''))
      expect(pdf.includes('/TrimBox')).toBe(true)
    }
  }
})

test('text over a photo is readable on every pixel, whatever the photo', () => {
  const pictures = [{ width: 2000, height: 3000, dish: { x: 0.2, y: 0.1, width: 0.6, height: 0.3 } }]
  for (const color of ['#ffffff', '#000000', '#7f7f7f']) {
    const photo = createCanvas(200, 300)
    const context = photo.getContext('2d')
    context.fillStyle = color
    context.fillRect(0, 0, 200, 300)
    for (const preset of ['daily_special', 'happy_hour', 'seasonal'] as const) {
      const request = { type: 'poster', preset, copy: SCRIPTS.Latin!, pictures, colors: [] } as const
      const [page] = layoutsOf(request, book).find(({ layout }) => layout === 'backdrop')?.pages ?? []
      if (!page) throw new Error('there is no design over a photo')
      const bare = { ...page, shapes: page.shapes.filter(({ kind }) => kind !== 'text') }
      const { data, width } = paintPixels(bare, page.height, { pictures: [photo], cutOuts: new Map() })
      const colorAt = (x: number, y: number) => {
        const at = 4 * (Math.round(y) * width + Math.round(x))
        return `#${[...data.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
      }
      for (const shape of page.shapes) {
        if (shape.kind !== 'text') continue
        const { x, width: long } = shape.box
        for (const y of [shape.baseline, shape.baseline - 0.7 * shape.size]) {
          for (const share of [0, 0.5, 1]) {
            const ground = colorAt(x + share * long, y)
            expect(contrastOf(ground, shape.color), `${shape.text} on ${ground}`).toBeGreaterThanOrEqual(READABLE)
          }
        }
      }
    }
  }
})

test('a PDF that asks for too much, or has no words, is refused with the reason', async () => {
  const { signal } = new AbortController()
  expect(await readPdfText(menuPdf('Gyoza 6.90'), signal)).toBe('Gyoza 6.90')
  const inflated = deflateSync(Buffer.alloc(600_000_000, ' ')).toString('latin1')
  const bomb = Buffer.from(menuPdf(''))
    .toString('latin1')
    .replace(
      /<<\/Length \d+>>\nstream\n[\s\S]*?\nendstream/,
      () => `<</Filter/FlateDecode/Length ${inflated.length}>>\nstream\n${inflated}\nendstream`,
    )
  await expect(readPdfText(Buffer.from(bomb, 'latin1'), signal)).rejects.toThrow('takes more than')
  await expect(readPdfText(menuPdf(''), signal)).rejects.toThrow('has no text')
  await expect(readPdfText(Buffer.from('soup'), signal)).rejects.toThrow('is damaged')
})
