import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { ASSET_PRESETS, ASSET_TYPES, type AssetRequest, type AssetType } from '@platelight/typesetting/asset-request.ts'
import type { DrawingList } from '@platelight/typesetting/drawing-list.ts'
import { contrastOf, READABLE } from '@platelight/typesetting/layout/colours.ts'
import { layoutAsset, layoutsOf } from '@platelight/typesetting/layout/layout-asset.ts'
import { paintPdf } from '@platelight/typesetting/paint/paint-pdf.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { readPdfText } from '../../src/operations/assets/read-pdf-text.ts'
import { menuPdf } from '../support/menu-pdf.ts'
import { PICTURES, SCRIPTS } from './asset-copies.ts'

const book = assetFonts()
const canvas = createCanvas(300, 200)

/** What a reader says that the page reads, without line breaks and marks of direction. */
const readBy = (pdf: Buffer): string =>
  runProgram('pdftotext', ['-enc', 'UTF-8', 'asset.pdf', '-'], { files: { 'asset.pdf': pdf } })
    .toString('utf8')
    .replace(/[\u200e\u200f\u202a-\u202e\f]/g, '')

/** Every design of a type in a script, with pictures and an occasion that differ from one to the next. */
function designsOf(script: string, type: AssetType, round: number): DrawingList[] {
  const place = Object.keys(SCRIPTS).indexOf(script) + ASSET_TYPES.indexOf(type) + 2 * round
  const sets = Object.values(PICTURES)
  const copy = { ...SCRIPTS[script]!, ...(type === 'banner' && { items: [] }) }
  const request: AssetRequest = {
    type,
    preset: ASSET_PRESETS[place % ASSET_PRESETS.length]!,
    copy,
    pictures: sets[place % sets.length]!,
    colors: [],
  }
  return layoutsOf(request, book)
}

test('the text of the PDF is exactly what was given, in every design and twelve scripts', needs('pdftotext'), () => {
  let count = 0
  const pictures = { pictures: Array(4).fill(canvas), cutOuts: new Map([[0, canvas]]) }
  for (const script of Object.keys(SCRIPTS)) {
    for (const type of ASSET_TYPES) {
      // Flyers and posters meet a second set of pictures.
      const rounds = type === 'flyer' || type === 'poster' ? [0, 1] : [0]
      for (const list of rounds.flatMap((round) => designsOf(script, type, round))) {
        const pdf = paintPdf(list, pictures, { book, metadata: '<x/>' })
        const read = readBy(pdf).replace(/\s+/g, '')
        // A reader may take a price for the middle of a description beside it, so lines are compared. That those of a field
        // are its whole text, the tests of layouts show.
        const lines = list.pages.flatMap(({ shapes }) =>
          shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text.replace(/\s+/g, '')] : [])),
        )
        const name = `${list.layout} of a ${type} in ${script}`
        for (const line of lines) expect(read, name).toContain(line)
        expect(read.length, name).toBe(lines.join('').length)
        expect(pdf.includes('/TrimBox')).toBe(true)
        count++
      }
    }
  }
  expect(count).toBeGreaterThanOrEqual(200)
})

test('Latin words and prices are read back from the pixels', needs('tesseract'), async () => {
  const words = ['Tonkotsu', 'Pork broth', 'egg', 'nori', 'Ramen Nord', 'Nordring', '12.50']
  for (const [type, preset] of [
    ['poster', 'full_menu'],
    ['flyer', 'daily_special'],
    ['menu', 'new_dish'],
  ] as const) {
    const laid = layoutAsset({ type, preset, copy: SCRIPTS.Latin!, pictures: [], colors: [] }, book)
    if (!laid.ok) throw new Error(laid.reason)
    const { data, width, height } = paintPixels(laid.list.pages[0]!, 2000, { pictures: [], cutOuts: new Map() })
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const read = runProgram('tesseract', ['asset.png', '-', '--psm', '11'], { files: { 'asset.png': png } }).toString()
    for (const word of words) expect(read, `${type} ${preset}`).toContain(word)
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

/** The same file, as if only a password opened it. */
const encrypted = (pdf: Uint8Array): Uint8Array => {
  const bytes = (value: string) => `<${value.repeat(32)}>`
  const encryption = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O${bytes('4e')}/U${bytes('5a')}>>/ID[${bytes('01')}${bytes('01')}]`
  return Buffer.from(Buffer.from(pdf).toString('latin1').replace('trailer\n<<', `trailer\n<<${encryption}`), 'latin1')
}

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
  await expect(readPdfText(menuPdf(Array(2000).fill('soup of the day').join(') Tj 0 0 Td (')), signal)).rejects.toThrow(
    'more than 20000 characters',
  )
  await expect(readPdfText(encrypted(menuPdf('Gyoza 6.90')), signal)).rejects.toThrow('protected by a password')
  await expect(readPdfText(Buffer.from('soup'), signal)).rejects.toThrow('is damaged')
})
