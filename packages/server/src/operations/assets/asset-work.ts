import type { Canvas } from '@napi-rs/canvas'
import { encodeImage, xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { layoutAsset } from '@platelight/typesetting/layout/layout-asset.ts'
import { paintPdf } from '@platelight/typesetting/paint/paint-pdf.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import type { OutputImage, Work } from '../define-work.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'
import { longSideOf } from '../tables/resolutions.ts'
import { assetFonts } from './asset-fonts.ts'
import type { AssetDetails, AssetParams } from './asset-operation.ts'
import { copyRefusal } from './copy-refusal.ts'
import { type Dish, openDish } from './open-dish.ts'
import { openLogo } from './open-logo.ts'

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
    ...(logo && { logo: logo.placed }),
  }
  const laid = layoutAsset(
    { type, preset, copy, colors, pictures: dishes.map(({ picture }) => picture), ...wish },
    book,
  )
  if (!laid.ok) throw copyRefusal(laid, 'no design of this type', 'Shorten it, or choose a larger type such as menu.')
  const { list } = laid
  const cutOuts = new Map<number, Canvas>()
  for (const shape of list.pages.flatMap(({ shapes }) => shapes)) {
    const cut = shape.kind === 'cut-out' && dishes[shape.picture]?.cut
    if (cut) cutOuts.set(shape.picture, await cut())
  }
  const pictures = { pictures: dishes.map(({ canvas }) => canvas), cutOuts, ...(logo && { logo: logo.canvas }) }
  const faithfulness = cutOuts.size > 0 ? 'retouch' : 'faithful'
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
