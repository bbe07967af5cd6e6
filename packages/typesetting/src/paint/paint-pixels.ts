import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '../drawing-list.ts'
import { type PaintedPictures, type Painter, paintShape } from './paint-shapes.ts'

/** RGBA, opaque. */
export interface PaintedPage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Paints a page as pixels. */
export function paintPixels(page: Page, longSide: number, pictures: PaintedPictures): PaintedPage {
  const scale = longSide / Math.max(page.width, page.height)
  const canvas = createCanvas(Math.round(page.width * scale), Math.round(page.height * scale))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const place: Painter['place'] = ({ x, y, width, height }) => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  })
  const painter: Painter = { context, scale, place, placeToEdge: place, text: (_, draw) => draw() }
  for (const shape of page.shapes) paintShape(shape, painter, pictures)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width: canvas.width, height: canvas.height }
}
