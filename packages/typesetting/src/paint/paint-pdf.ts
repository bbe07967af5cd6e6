import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import type { Box, DrawingList, Page } from '../drawing-list.ts'
import { EMOJI, type FontBook, fontOf } from '../fonts/font-book.ts'
import { type PaintedPictures, type Painter, paintShape } from './paint-shapes.ts'
import { type PdfFile, readPdf, writePdf } from './pdf-file.ts'
import { MARK, type MarkedText, nameTexts } from './text-layer.ts'

export interface PdfOptions {
  readonly book: FontBook
  /** A packet of XMP that says how the file came to be. */
  readonly metadata: string
}

/** Printers cut there and not exactly: what reaches the border goes on for 3 mm. */
const BLEED = (3 * 72) / 25.4
/** Crop marks begin outside of the bleed. */
const MARK_LENGTH = 14
const MARK_GAP = 3
const SLUG = BLEED + MARK_GAP + MARK_LENGTH

/**
 * Paints a list as a PDF for print: embedded fonts, text as text, 3 mm of bleed, crop marks, and boxes that name both. Its
 * colours are sRGB; the printer's own profile turns them into those of the press.
 */
export function paintPdf(list: DrawingList, pictures: PaintedPictures, { book, metadata }: PdfOptions): Buffer {
  const document = new PDFDocument()
  const texts: MarkedText[] = []
  for (const page of list.pages) {
    const context = document.beginPage(page.width + 2 * SLUG, page.height + 2 * SLUG) as unknown as SKRSContext2D
    paintPage(page, context, pictures, (text, draw) => {
      // Colours that follow one another differ, so that Skia writes each of them.
      const place = texts.length
      mark(context, 2 * place)
      if (EMOJI.test(text.text)) {
        // A space, so that a line of emoji has a letter that carries its text.
        context.font = fontOf(text.font, text.size)
        context.fillText(' ', text.x + SLUG, text.baseline + SLUG)
      }
      draw()
      mark(context, 2 * place + 1)
      texts.push({ text: text.text, space: book.spaceOf(text.font) })
    })
    document.endPage()
  }
  const sizes = list.pages.map(({ width, height }) => ({ width, height }))
  return writePdf(withBoxes(withMetadata(nameTexts(readPdf(document.close()), texts), metadata), sizes))
}

function mark(context: SKRSContext2D, number: number): void {
  context.fillStyle = `rgb(${number >> 16}, ${(number >> 8) & 0xff}, ${number & 0xff})`
  context.fillRect(MARK.x, MARK.y, MARK.width, MARK.height)
}

function paintPage(page: Page, context: SKRSContext2D, pictures: PaintedPictures, text: Painter['text']): void {
  const place: Painter['place'] = (box) => ({ ...box, x: box.x + SLUG, y: box.y + SLUG })
  const painter: Painter = { context, scale: 1, place, placeToEdge: (box) => place(toBleed(box, page)), text }
  for (const shape of page.shapes) paintShape(shape, painter, pictures)
  drawCropMarks(context, page)
}

/** A box that ends at the border of the page goes on to the end of the bleed. */
function toBleed({ x, y, width, height }: Box, page: Page): Box {
  const left = x <= EDGE ? BLEED : 0
  const top = y <= EDGE ? BLEED : 0
  const right = x + width >= page.width - EDGE ? BLEED : 0
  const bottom = y + height >= page.height - EDGE ? BLEED : 0
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

const EDGE = 0.01

function drawCropMarks(context: SKRSContext2D, { width, height }: Page): void {
  context.strokeStyle = '#000000'
  context.lineWidth = 0.35
  const far = SLUG - BLEED - MARK_GAP
  for (const x of [SLUG, SLUG + width]) {
    line(context, [x, 0], [x, far])
    line(context, [x, height + 2 * SLUG - far], [x, height + 2 * SLUG])
  }
  for (const y of [SLUG, SLUG + height]) {
    line(context, [0, y], [far, y])
    line(context, [width + 2 * SLUG - far, y], [width + 2 * SLUG, y])
  }
}

function line(context: SKRSContext2D, from: readonly [number, number], to: readonly [number, number]): void {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
}

/** Says where the page is cut, and how far it is printed. */
function withBoxes({ objects, trailer }: PdfFile, sizes: readonly { width: number; height: number }[]): PdfFile {
  let at = 0
  return {
    trailer,
    objects: objects.map((object) => {
      if (!/\/Type \/Page\b(?!s)/.test(object.head)) return object
      const { width = 0, height = 0 } = sizes[at++] ?? {}
      const box = (out: number) =>
        `[${[SLUG - out, SLUG - out, SLUG + width + out, SLUG + height + out].map((value) => value.toFixed(3)).join(' ')}]`
      return { ...object, head: object.head.replace('<<', `<</TrimBox ${box(0)} /BleedBox ${box(BLEED)}\n`) }
    }),
  }
}

function withMetadata({ objects, trailer }: PdfFile, packet: string): PdfFile {
  const id = Math.max(...objects.map((object) => object.id)) + 1
  const stream = Buffer.from(packet, 'utf8').toString('latin1')
  return {
    trailer,
    objects: [
      ...objects.map((object) =>
        /\/Type \/Catalog\b/.test(object.head)
          ? { ...object, head: object.head.replace('<<', `<</Metadata ${id} 0 R\n`) }
          : object,
      ),
      { id, head: `<</Type /Metadata /Subtype /XML /Length ${stream.length}>> `, stream },
    ],
  }
}
