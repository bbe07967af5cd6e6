import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { developPhoto, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { findPreset } from '@platelight/imaging/tone/enhance-presets.ts'
import { measureGrain } from '@platelight/imaging/tone/measure-grain.ts'
import sharp from 'sharp'
import { inHalves } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'
import { median, rawOf } from '../quality-samples.ts'

const SIDE = 1200
const STRONG = [20, 35, 50] as const
const WEAK = [80, 90] as const

const compressed = async (photo: string, quality: number): Promise<Pixels> => {
  const shown = sharp(readFileSync(photo)).autoOrient().resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  return rawOf(
    await sharp(await shown.flatten().png({ compressionLevel: 1 }).toBuffer())
      .jpeg({ quality })
      .toBuffer(),
  )
}

interface Figures {
  readonly photo: string
  /** The step at block edges after sharpening, as a share of that of the same photo developed without. */
  readonly step: number
  readonly peer: number
  readonly isSpared: boolean
}

const measure = async (path: string, quality: number): Promise<Figures> => {
  const photo = await compressed(path, quality)
  const preset = findPreset('balanced')
  if (!preset) throw new Error('The preset balanced is missing')
  const { recipe, analysisCopy, grain } = await planDevelopment(photo, preset)
  const stepOf = (given: typeof recipe) => {
    const made = { ...photo, data: Uint8Array.from(photo.data) }
    developPhoto(made, analysisCopy, given)
    return measureGrain(made).blocks
  }
  const sharpened = await rawOf(
    await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
      .sharpen()
      .png()
      .toBuffer(),
  )
  return {
    photo: basename(path),
    step: stepOf(recipe) / stepOf({ ...recipe, sharpen: 0 }),
    peer: measureGrain(sharpened).blocks / grain.blocks,
    isSpared: recipe.grain > grain.luma,
  }
}

/** What enhancing makes of the block grid of compressed photos. */
export const blockGridQuality: Quality = async ({ photos }) => {
  const checks: Check[] = []
  for (const [half, some] of inHalves(photos)) {
    if (some.length === 0) continue
    for (const quality of STRONG) {
      const figures: Figures[] = []
      for (const photo of some) figures.push(await measure(photo, quality))
      checks.push(gridCheck(`sharpening at JPEG quality ${quality}, ${half}`, figures))
    }
    for (const quality of WEAK) {
      const figures: Figures[] = []
      for (const photo of some) figures.push(await measure(photo, quality))
      const spared = figures.filter(({ isSpared }) => isSpared)
      checks.push({
        what: `sharpening at JPEG quality ${quality}, ${half}: photos sharpened less`,
        target: 'at most 1 in 20: their own file had a grid already',
        ours: `${spared.length} of ${figures.length}`,
        peer: '',
        met: spared.length <= figures.length / 20,
        note: spared.map(({ photo }) => photo).join(', '),
      })
    }
  }
  return checks
}

const gridCheck = (what: string, figures: readonly Figures[]): Check => {
  const worst = figures.reduce((most, one) => (one.step > most.step ? one : most))
  const share = median(figures.map(({ step }) => step))
  return {
    what: `${what}: step at block edges, of that without sharpening`,
    target: 'median ≤ 1.02',
    ours: share.toFixed(3),
    peer: `sharp.sharpen ${median(figures.map(({ peer }) => peer)).toFixed(3)}`,
    met: share <= 1.02,
    note: `worst: ${worst.photo} ${worst.step.toFixed(3)}`,
  }
}
