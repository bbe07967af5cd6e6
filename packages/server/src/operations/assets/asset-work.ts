import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { encodeImage, xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import type { Credits } from '@platelight/imaging/codec/metadata/exif-reader.ts'
import { type CutSides, dishExtent } from '@platelight/imaging/hero/place-in-frame.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { outlineRaggedness, RAGGED } from '@platelight/imaging/segmentation/mask/outline-raggedness.ts'
import { cutOut } from '@platelight/imaging/segmentation/matting/cut-out.ts'
import type { AssetPicture } from '@platelight/typesetting/asset-request.ts'
import { type LaidOut, layoutAsset } from '@platelight/typesetting/layout/layout-asset.ts'
import { paintPdf } from '@platelight/typesetting/paint/paint-pdf.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { OutputImage, Work, WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { assessSubject, SURE } from '../picture/subject-warnings.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'
import { longSideOf } from '../tables/resolutions.ts'
import { assetFonts } from './asset-fonts.ts'
import type { AssetDetails, AssetParams } from './asset-operation.ts'

/** Enough for a picture across a page of A4 at 300 dpi. */
const LONGEST_PICTURE = 2600

/**
 * Lays out pictures and words, and paints them as PNG, JPEG and print PDF.
 *
 * @throws ServiceError `glyph_missing`, `copy_does_not_fit`, `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const assetWork: Work<AssetParams, AssetDetails> = async (files, params, context) => {
  const { image_urls, copy, colors, asset_type: type, preset, manner, tone, resolution, read } = params
  const { report: _, ...quietly } = context
  const book = assetFonts()
  const dishes: Dish[] = []
  for (const [index, file] of files.slice(0, image_urls.length).entries()) {
    context.report?.({ current: index, total: files.length + 2, status: `Reading picture ${index + 1}` })
    dishes.push(await openDish(file, quietly))
  }
  const logo = files.length > image_urls.length ? await openLogo(files.at(-1), quietly) : undefined

  context.report?.({ current: files.length, total: files.length + 2, status: 'Setting the words' })
  const wish = {
    ...(manner && { manner }),
    ...(tone && { tone }),
    ...(logo && { logo: { width: logo.width, height: logo.height } }),
  }
  const laid = layoutAsset(
    { type, preset, copy, colors, pictures: dishes.map(({ picture }) => picture), ...wish },
    book,
  )
  if (!laid.ok) throw refusal(laid)
  const { list } = laid
  const pictures = {
    pictures: dishes.map(({ canvas }) => canvas),
    cutOuts: new Map(dishes.flatMap(({ cut }, index) => (cut ? [[index, cut] as const] : []))),
    ...(logo && { logo }),
  }
  const isCut = list.pages.some(({ shapes }) => shapes.some(({ kind }) => kind === 'cut-out'))
  const faithfulness = isCut ? 'retouch' : 'faithful'
  const credits = dishes[0]?.credits ?? {}
  const source = SOURCE_TYPE[faithfulness]

  context.report?.({ current: files.length + 1, total: files.length + 2, status: 'Writing the files' })
  const outputs: OutputImage[] = []
  for (const [index, page] of list.pages.entries()) {
    const painted = paintPixels(page, longSideOf(resolution), pictures)
    const { width, height } = painted
    const suffix = index === 0 ? '' : `-${index + 1}`
    for (const format of ['png', 'jpeg'] as const) {
      const bytes = await encodeImage({ ...painted, channels: 4 }, { format, credits, source })
      const mime = `image/${format}`
      outputs.push({
        name: `${format}${suffix}`,
        bytes,
        width,
        height,
        mime,
        extension: format === 'png' ? 'png' : 'jpg',
      })
    }
  }
  const [first] = list.pages
  const bytes = paintPdf(list, pictures, { book, metadata: xmpPacket(source, credits) })
  const size = { width: Math.round(first?.width ?? 1), height: Math.round(first?.height ?? 1) }
  outputs.push({ name: 'pdf', bytes, ...size, mime: 'application/pdf', extension: 'pdf' })
  return {
    outputs,
    engine: dishes[0]?.engine ?? 'classical',
    faithfulness,
    warnings: [],
    recipe: { layout: list.layout },
    details: { layout: list.layout, pages: list.pages.length, ...(read && { dishes: read }) },
  }
}

/** A picture, ready to be placed. */
interface Dish {
  readonly picture: AssetPicture
  readonly canvas: Canvas
  readonly cut?: Canvas
  readonly credits: Credits
  readonly engine: string
}

async function openDish(file: Uint8Array | undefined, context: WorkContext): Promise<Dish> {
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
  const cut = extent && isClear(subject, extent.cut) ? await cutDish(pixels, subject, extent.box) : undefined
  return {
    picture: { width, height, ...(dish && { dish }), ...(cut && { cutOut: { width: cut.width, height: cut.height } }) },
    canvas: canvasOf(pixels),
    ...(cut && { cut }),
    credits,
    engine: subject.engine,
  }
}

/** Whether a dish can stand without its surroundings: its outline is sure and even, and the photo shows it whole. */
const isClear = (subject: Subject, cut: CutSides): boolean =>
  subject.confidence >= SURE && outlineRaggedness(subject).amount < RAGGED && !Object.values(cut).includes(true)

async function cutDish(pixels: Pixels, subject: Subject, box: Box): Promise<Canvas> {
  const whole = canvasOf(await cutOut(pixels, subject))
  const [x, y] = [pixels.width / subject.width, pixels.height / subject.height]
  const canvas = createCanvas(Math.max(1, Math.round(box.width * x)), Math.max(1, Math.round(box.height * y)))
  canvas.getContext('2d').drawImage(whole, -Math.round(box.left * x), -Math.round(box.top * y))
  return canvas
}

async function openLogo(file: Uint8Array | undefined, context: WorkContext): Promise<Canvas> {
  const { pixels } = await openPicture(file, context)
  return canvasOf(await noLargerThan(pixels, LONGEST_PICTURE / 2))
}

async function noLargerThan(pixels: Pixels, longest: number): Promise<Pixels> {
  const scale = longest / Math.max(pixels.width, pixels.height)
  if (scale >= 1) return pixels
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale))
  return resizeTo(pixels, { width: sideOf(pixels.width), height: sideOf(pixels.height) })
}

function canvasOf({ data, width, height, channels }: Pixels): Canvas {
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

function refusal(laid: Extract<LaidOut, { ok: false }>): ServiceError {
  const { field } = laid
  if (laid.reason === 'glyph_missing') {
    const named = laid.characters
      .slice(0, 20)
      .map((one) => `${one} (U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`)
    return new ServiceError(
      'glyph_missing',
      `No font of this server has these characters of ${field}: ${named.join(', ')}. Write them in another way, or leave them out.`,
      { field },
    )
  }
  const what = field === 'items_json' ? `the first ${laid.fits} dishes` : `the first ${laid.fits} characters`
  return new ServiceError(
    'copy_does_not_fit',
    `The text of ${field} fits no design of this type, even with the smallest letters that can be read. About ${what} would fit. Shorten it, or choose a larger type such as menu.`,
    { field },
  )
}
