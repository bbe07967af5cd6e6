import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Credits } from '@platelight/imaging/codec/metadata/exif-reader.ts'
import { type CutSides, dishExtent } from '@platelight/imaging/hero/place-in-frame.ts'
import { cutOut } from '@platelight/imaging/matting/cut-out.ts'
import { outlineRaggedness, RAGGED } from '@platelight/imaging/matting/outline-raggedness.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { AssetPicture } from '@platelight/typesetting/asset-request.ts'
import type { WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { assessSubject, SURE } from '../picture/subject-warnings.ts'

/** Enough for a picture across a page of A4 at 300 dpi. */
export const LONGEST_PICTURE = 2600

/** A picture, ready to be placed. */
export interface Dish {
  readonly picture: AssetPicture
  readonly canvas: Canvas
  /** The dish without its surroundings. Only some designs show it, and it takes seconds. */
  readonly cut?: () => Promise<Canvas>
  readonly credits: Credits
  readonly engine: string
}

export async function openDish(file: Uint8Array | undefined, context: WorkContext): Promise<Dish> {
  const { pixels: full, credits } = await openPicture(file, context)
  const pixels = await noLargerThan(full, LONGEST_PICTURE)
  const { width, height } = pixels
  const subject = await findSubject(pixels, context.networks)
  const extent = assessSubject(subject).separable ? dishExtent(subject) : undefined
  const scale = { x: 1 / subject.width, y: 1 / subject.height }
  const dish = extent && {
    x: extent.box.left * scale.x,
    y: extent.box.top * scale.y,
    width: extent.box.width * scale.x,
    height: extent.box.height * scale.y,
  }
  const cut = extent && isClear(subject, extent.cut) ? cutBox(pixels, subject, extent.box) : undefined
  return {
    picture: { width, height, ...(dish && { dish }), ...(cut && { cutOut: { width: cut.width, height: cut.height } }) },
    canvas: canvasOf(pixels),
    ...(cut && { cut: () => cutDish(pixels, subject, cut) }),
    credits,
    engine: subject.engine,
  }
}

/** Whether a dish can stand without its surroundings: its outline is sure and even, and the photo shows it whole. */
const isClear = (subject: Subject, cut: CutSides): boolean =>
  subject.confidence >= SURE && outlineRaggedness(subject).amount < RAGGED && !Object.values(cut).includes(true)

/** Where a dish is in a picture, from where it is in the mask. In pixels. */
function cutBox(pixels: Pixels, subject: Subject, box: Box): Box {
  const [x, y] = [pixels.width / subject.width, pixels.height / subject.height]
  return {
    left: Math.round(box.left * x),
    top: Math.round(box.top * y),
    width: Math.max(1, Math.round(box.width * x)),
    height: Math.max(1, Math.round(box.height * y)),
  }
}

async function cutDish(pixels: Pixels, subject: Subject, { left, top, width, height }: Box): Promise<Canvas> {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(canvasOf(await cutOut(pixels, subject)), -left, -top)
  return canvas
}

/** Never enlarged. */
export async function noLargerThan(pixels: Pixels, longest: number): Promise<Pixels> {
  const scale = longest / Math.max(pixels.width, pixels.height)
  if (scale >= 1) return pixels
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale))
  return resizeTo(pixels, { width: sideOf(pixels.width), height: sideOf(pixels.height) })
}

export function canvasOf({ data, width, height, channels }: Pixels): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  if (channels === 4) image.data.set(data)
  else {
    for (let from = 0, to = 0; to < image.data.length; from += channels, to += 4) {
      for (let channel = 0; channel < 3; channel++) image.data[to + channel] = data[from + channel] ?? 0
      image.data[to + 3] = 255
    }
  }
  context.putImageData(image, 0, 0)
  return canvas
}
