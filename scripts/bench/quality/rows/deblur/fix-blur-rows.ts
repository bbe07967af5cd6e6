import { basename, join } from 'node:path'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import sharp from 'sharp'
import { fixBlurWork } from '#server-testing/works'
import { type Cell, writeSheet } from '../../contact-sheet.ts'
import type { Check, Quality, Trial } from '../../quality-check.ts'
import { convert, cropOf, median, pngOf, rawOf } from '../../quality-samples.ts'
import { laplacianVariance, lumaOf, psnr } from '../../ssim.ts'
import { blurred, defocus, gaussian, motion } from './blurred-photos.ts'

const CROP = 448
const NOISE = 0.7
const BORDER = 24

const BLURS = {
  'soft, deviation 1.5': gaussian(1.5),
  'soft, deviation 2.5': gaussian(2.5),
  'out of focus, radius 3': defocus(3),
  'out of focus, radius 5': defocus(5),
  'moved 7 pixels': motion(7, 0.6),
  'moved 13 pixels': motion(13, 2),
} as const

export const DEBLUR_METHODS: Readonly<Record<string, (file: Buffer) => Promise<Buffer>>> = {
  ours: async (file) => {
    const params = { image_url: '', quality: 'fast', format: 'png' } as const
    const { outputs } = await fixBlurWork([file], params, { limits: DEFAULT_LIMITS, networks: NO_NETWORKS })
    return Buffer.from(outputs[0]?.bytes ?? file)
  },
  'sharp.sharpen': (file) => sharp(file).sharpen({ sigma: 2 }).png().toBuffer(),
  'ImageMagick -unsharp': async (file) => convert(file, ['-unsharp', '0x2+1.5+0']),
}

/**
 * How far luma exceeds the range of the sharp and the blurred picture around a pixel, on all pixels but one in a
 * thousand.
 */
export const haloOf = (made: Pixels, sharp: Pixels, soft: Pixels): number => {
  const [here, truth, before] = [lumaOf(made), lumaOf(sharp), lumaOf(soft)]
  const { width, height } = made
  const beyond: number[] = []
  for (let y = BORDER; y < height - BORDER; y++) {
    for (let x = BORDER; x < width - BORDER; x++) {
      let [low, high] = [255, 0]
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const i = (y + dy) * width + x + dx
          const [a, b] = [truth[i] as number, before[i] as number]
          low = Math.min(low, a, b)
          high = Math.max(high, a, b)
        }
      }
      const value = here[y * width + x] as number
      beyond.push(Math.max(0, value - high, low - value))
    }
  }
  beyond.sort((a, b) => a - b)
  return beyond[Math.floor(beyond.length * 0.999)] ?? 0
}

interface Figures {
  readonly photo: string
  readonly gain: number
  readonly detail: number
  readonly halo: number
}

/** Photos with known blurs, corrected by us and by what a user would script; and sharp ones, which must not change. */
export const fixBlurQuality: Quality = async ({ photos, into }: Trial) => {
  const checks: Check[] = []
  for (const [name, kernel] of Object.entries(BLURS)) {
    const figures: Record<string, Figures[]> = {}
    const rows: Cell[][] = []
    for (const path of photos) {
      const photo = basename(path)
      const truth = await cropOf(path, CROP)
      const soft = blurred(truth, kernel, NOISE)
      const file = await pngOf(soft)
      const before = { psnr: psnr(soft, truth, BORDER), detail: laplacianVariance(soft) }
      const cells: Cell[] = [
        { bytes: await pngOf(truth), caption: photo },
        { bytes: file, caption: `${before.psnr.toFixed(1)} dB` },
      ]
      for (const [method, run] of Object.entries(DEBLUR_METHODS)) {
        const bytes = await run(file)
        const made = await rawOf(bytes)
        const gain = psnr(made, truth, BORDER) - before.psnr
        const detail = laplacianVariance(made) / before.detail
        figures[method] = [...(figures[method] ?? []), { photo, gain, detail, halo: haloOf(made, truth, soft) }]
        cells.push({
          bytes,
          caption: `${method} ${gain >= 0 ? '+' : ''}${gain.toFixed(1)} dB, detail x${detail.toFixed(1)}`,
        })
      }
      rows.push(cells)
    }
    await writeSheet(join(into, `fix-blur-${name.replace(/[^a-z0-9.]+/g, '-')}.jpg`), rows, {
      width: CROP,
      height: CROP,
    })
    checks.push(...checksOf(name, figures))
  }
  return [...checks, await leftAlone(photos)]
}

const checksOf = (name: string, { ours = [], ...peers }: Record<string, Figures[]>): Check[] => {
  const row = (
    key: 'gain' | 'detail' | 'halo',
    what: string,
    target: string,
    digits: number,
    met: (value: number) => boolean,
  ): Check => {
    const sorted = ours.toSorted((a, b) => (key === 'halo' ? b[key] - a[key] : a[key] - b[key]))
    const value = median(ours.map((one) => one[key]))
    return {
      what: `fix-blur, ${name}: ${what}`,
      target,
      ours: value.toFixed(digits),
      peer: Object.entries(peers)
        .map(([peer, list]) => `${peer} ${median(list.map((one) => one[key])).toFixed(digits)}`)
        .join(', '),
      met: met(value),
      note: `worst: ${sorted[0]?.photo} ${sorted[0]?.[key].toFixed(digits)}`,
    }
  }
  return [
    row('gain', 'PSNR gained, dB', 'median above 0', 2, (value) => value > 0),
    row('detail', 'Laplacian variance, times the blurred photo’s', 'median ≥ 2', 2, (value) => value >= 2),
    row('halo', 'levels beyond what is around, 99.9 %', 'median ≤ 8', 1, (value) => value <= 8),
  ]
}

/** How many unchanged photos count as sharp, and the largest change of any other. */
const leftAlone = async (photos: readonly string[]): Promise<Check> => {
  let [untouched, least] = [0, { photo: '', psnr: 99 }]
  for (const path of photos) {
    const truth = await cropOf(path, CROP)
    const made = await rawOf((await DEBLUR_METHODS.ours?.(await pngOf(truth))) ?? Buffer.alloc(0))
    const same = psnr(made, truth)
    if (same === 99) untouched++
    if (same < least.psnr) least = { photo: basename(path), psnr: same }
  }
  return {
    what: 'fix-blur: a photo that is sharp already',
    target: 'left as it is, or hardly touched (PSNR ≥ 30 dB)',
    ours: `${untouched} of ${photos.length} untouched`,
    peer: '',
    met: least.psnr >= 30,
    note: `most changed: ${least.photo} ${least.psnr.toFixed(1)} dB`,
  }
}
