import { createCanvas } from '@napi-rs/canvas'
import { planCamera } from '@platelight/drawing/reel/camera-path.ts'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import { contrastOf, READABLE } from '@platelight/typesetting/layout/colours.ts'
import { type Caption, layoutCaption } from '@platelight/typesetting/layout/layout-caption.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { reelCaptions } from '../../src/operations/reel/reel-captions.ts'
import { REEL_SIZES } from '../../src/operations/reel/reel-operation.ts'
import { SCRIPTS } from '../assets/asset-copies.ts'

const book = assetFonts()
const LOGO = { width: 300, height: 200 }

function captionsOf(size: { width: number; height: number }, copy: object, colors: readonly string[] = []): Caption[] {
  const laid = layoutCaption({ ...size, copy: { ...EMPTY_COPY, ...copy }, colors, logo: LOGO }, book)
  if (!laid.ok) throw new Error(laid.reason)
  return laid.captions
}

const wordsOf = ({ business_name, headline, offer }: (typeof SCRIPTS)[string]) => ({ business_name, headline, offer })

describe.each(Object.entries(REEL_SIZES))('on frames of %s', (_, size) => {
  test('every text is there once, whole, inside the frame and below no other, in twelve scripts', () => {
    for (const copy of Object.values(SCRIPTS)) {
      for (const { page, side } of captionsOf(size, wordsOf(copy))) {
        const texts = page.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []))
        for (const [field, text] of Object.entries(wordsOf(copy))) {
          const lines = texts.filter((one) => one.field === field).map((one) => one.text)
          expect(lines.join('').replace(/\s+/g, ''), `${side} ${field}`).toBe(text.replace(/\s+/g, ''))
        }
        const boxes = [...texts, ...page.shapes.filter(({ kind }) => kind === 'logo')].map(({ box }) => box)
        for (const [index, box] of boxes.entries()) {
          expect(
            Math.min(box.x, box.y, page.width - box.x - box.width, page.height - box.y - box.height),
          ).toBeGreaterThan(0)
          for (const other of boxes.slice(index + 1)) {
            expect(other.y + 0.01 >= box.y + box.height || box.y + 0.01 >= other.y + other.height).toBe(true)
          }
        }
      }
    }
  })

  test('words are readable on every pixel, whatever the film shows', () => {
    for (const colors of [[], ['#ffff00'], ['#777777'], ['#7a1f2b', '#f0d9a8']]) {
      for (const caption of captionsOf(size, wordsOf(SCRIPTS.Latin!), colors)) {
        const bare = { ...caption.page, shapes: caption.page.shapes.filter(({ kind }) => kind !== 'text') }
        for (const film of ['#ffffff', '#000000']) {
          const ground = {
            kind: 'fill',
            color: film,
            box: { x: 0, y: 0, width: bare.width, height: bare.height },
          } as const
          const page = { ...bare, shapes: [ground, ...bare.shapes] }
          const { data, width } = paintPixels(page, Math.max(page.width, page.height), {
            pictures: [],
            cutOuts: new Map(),
            logo: createCanvas(3, 2),
          })
          for (const shape of caption.page.shapes) {
            if (shape.kind !== 'text') continue
            for (const share of [0.02, 0.5, 0.98]) {
              const at = 4 * (Math.round(shape.baseline) * width + Math.round(shape.box.x + share * shape.box.width))
              const seen = `#${[...data.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
              expect(contrastOf(seen, shape.color), `${shape.text} on ${seen}`).toBeGreaterThanOrEqual(READABLE)
            }
          }
        }
      }
    }
  })
})

test('Latin words are read back from the pixels of a frame', needs('tesseract'), async () => {
  const words = wordsOf(SCRIPTS.Latin!)
  const [caption] = reelCaptions({ words, colors: [], manner: 'elegant' }, REEL_SIZES['9:16'], undefined)
  const layer = await caption!.paint()
  const png = await sharp(layer.data, { raw: layer }).flatten({ background: '#888888' }).png().toBuffer()
  const read = runProgram('tesseract', ['frame.png', '-', '--psm', '11'], { files: { 'frame.png': png } }).toString()
  for (const word of ['Ramen Nord', '12.50', 'drink']) expect(read).toContain(word)
})

test('what is kept stands beside the words in every frame, where the stage has room', () => {
  const stage = { width: 1404, height: 2496, focus: { x: 702, y: 700 }, isLayered: true }
  const kept = { left: 300, top: 300, width: 800, height: 700 }
  const covered = { left: 0, top: 0, right: 0, bottom: 0.4 }
  for (const motion of ['push_in', 'pull_out', 'pan_left', 'tilt_up', 'tilt_down', 'orbit'] as const) {
    const path = planCamera({ ...stage, kept, covered }, motion, 1)
    expect(path.amount, motion).toBeGreaterThan(0.04)
    for (let time = 0; time <= 1; time += 0.1) {
      const { window } = path.at(time)
      expect(kept.top + kept.height).toBeLessThanOrEqual(window.top + 0.6 * window.height + 0.01)
    }
  }
})
