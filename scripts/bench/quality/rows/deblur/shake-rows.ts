import { basename, join } from 'node:path'
import { removeBlur } from '@platelight/imaging/deblur/remove-blur.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { shake } from '@platelight/imaging/testing/shake-paths.ts'
import sharp from 'sharp'
import { type Cell, writeSheet } from '../../contact-sheet.ts'
import { inHalves } from '../../hand-drawn-masks.ts'
import type { Check, Quality } from '../../quality-check.ts'
import { cropOf, median, pngOf, rawOf } from '../../quality-samples.ts'
import { psnr } from '../../ssim.ts'
import { blurred, kernelOf } from './blurred-photos.ts'
import { haloOf } from './fix-blur-rows.ts'

const CROP = 448
const NOISE = 1
const BORDER = 24

/** Paths of a hand that no straight line describes: which one, its extent in pixels, and the quality of the JPEG file. */
const SHAKES = {
  'hook of 6 pixels': { seed: 6, extent: 6 },
  'hook of 8 pixels': { seed: 5, extent: 8 },
  'bow of 10 pixels': { seed: 1, extent: 10 },
  'bow of 10 pixels, JPEG 85': { seed: 1, extent: 10, quality: 85 },
  'two bends of 14 pixels': { seed: 2, extent: 14 },
} as const

interface Figures {
  readonly photo: string
  readonly gain: number
  readonly peer: number
  readonly halo: number
  readonly changed: boolean
}

const asJpeg = async (picture: Pixels, quality: number): Promise<Pixels> =>
  rawOf(
    await sharp(await pngOf(picture))
      .jpeg({ quality })
      .toBuffer(),
  )

const isSame = (one: Pixels, other: Pixels) => Buffer.compare(one.data, other.data) === 0

/** Photos blurred by a shaking hand, as fix-blur returns them. Photos on which nothing was fitted have figures of their own. */
export const shakeQuality: Quality = async ({ photos, into }) => {
  const halves = inHalves(photos)
  const checks: Check[] = []
  for (const [name, { seed, extent, ...file }] of Object.entries(SHAKES)) {
    const kernel = kernelOf(extent + 2, shake(seed, extent))
    for (const [half, some] of halves) {
      const figures: Figures[] = []
      const rows: Cell[][] = []
      for (const photo of some) {
        const truth = await cropOf(photo, CROP)
        const raw = blurred(truth, kernel, NOISE)
        const before = 'quality' in file ? await asJpeg(raw, file.quality) : raw
        const made = { ...before, data: Uint8Array.from(before.data) }
        removeBlur(made)
        const peer = await rawOf(
          await sharp(await pngOf(before))
            .sharpen({ sigma: 2 })
            .png()
            .toBuffer(),
        )
        const was = psnr(before, truth, BORDER)
        const gain = psnr(made, truth, BORDER) - was
        figures.push({
          photo: basename(photo),
          gain,
          peer: psnr(peer, truth, BORDER) - was,
          halo: haloOf(made, truth, before),
          changed: !isSame(made, before),
        })
        rows.push([
          { bytes: await pngOf(truth), caption: basename(photo) },
          { bytes: await pngOf(before), caption: `${was.toFixed(1)} dB` },
          { bytes: await pngOf(made), caption: `ours ${gain >= 0 ? '+' : ''}${gain.toFixed(1)} dB` },
        ])
      }
      if (figures.length === 0) continue
      await writeSheet(join(into, `shake-${name}-${half}.jpg`.replaceAll(/[^a-z0-9.]+/g, '-')), rows, {
        width: CROP,
        height: CROP,
      })
      checks.push(...checksOf(`fix-blur, ${name}, ${half}`, figures))
    }
  }
  return checks
}

const checksOf = (what: string, figures: readonly Figures[]): Check[] => {
  const changed = figures.filter((one) => one.changed)
  const gain = median(figures.map((one) => one.gain))
  const worst = figures.reduce((least, one) => (one.gain < least.gain ? one : least))
  const halo = median(changed.map((one) => one.halo))
  return [
    {
      what: `${what}: PSNR gained, dB`,
      target: 'median ≥ 2',
      ours: gain.toFixed(2),
      peer: `sharp.sharpen ${median(figures.map((one) => one.peer)).toFixed(2)}`,
      met: gain >= 2,
      note: `${changed.length} of ${figures.length} changed, the others left as they were`,
    },
    {
      what: `${what}: worse than the photo`,
      target: 'none loses 0.1 dB',
      ours: `${figures.filter((one) => one.gain < -0.1).length} of ${figures.length}`,
      peer: `sharp.sharpen ${figures.filter((one) => one.peer < -0.1).length}`,
      met: worst.gain >= -0.1,
      note: `worst: ${worst.photo} ${worst.gain.toFixed(2)} dB`,
    },
    {
      what: `${what}: levels beyond what is around, 99.9 %`,
      target: 'median ≤ 8',
      ours: halo.toFixed(1),
      peer: '',
      met: halo <= 8,
      note: '',
    },
  ]
}
