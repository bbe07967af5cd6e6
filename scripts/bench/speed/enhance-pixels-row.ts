// Measures how fast photos are enhanced without the server around the work: one photo after another in one thread, the
// contestants taking turns. Processor time is measured, because other work on the machine disturbs it less than the clock.

import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import sharp from 'sharp'
import { dishPhoto } from '#server-testing/pictures'
import { enhancePhoto } from '#server-testing/works'
import { inTurn, median, medianRatio, type Result, type Row } from './speed-row.ts'

const SHOTS = ['square', 'portrait', 'landscape'] as const
const ROUNDS = 7

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Crop and size of each output, in the order of {@link SHOTS}. They equal our own, so the peers make as many pixels. */
const frames = (width: number, height: number): { crop: Frame; size: { width: number; height: number } }[] =>
  (
    [
      [1, 1, 3840, 3840],
      [4, 5, 3072, 3840],
      [16, 9, 3840, 2160],
    ] as const
  ).map(([across, down, outWidth, outHeight]) => {
    const unit = Math.floor(Math.min(width / across, height / down))
    const crop = { width: unit * across, height: unit * down }
    const left = Math.floor((width - crop.width) / 2)
    const top = Math.floor((height - crop.height) / 2)
    return { crop: { left, top, ...crop }, size: { width: outWidth, height: outHeight } }
  })

/** What somebody would write with sharp: one decode, then per shot crop, resize and JPEG q85, with or without adjustments. */
const bare = async (photo: Uint8Array, adjusts: boolean): Promise<void> => {
  const { data, info } = await sharp(photo).autoOrient().raw().toBuffer({ resolveWithObject: true })
  for (const { crop, size } of frames(info.width, info.height)) {
    const raw = { width: info.width, height: info.height, channels: info.channels }
    let image = sharp(data, { raw })
      .extract(crop)
      .resize({ ...size, fit: 'fill' })
    if (adjusts) {
      image = image
        .recomb([
          [1.04, -0.02, -0.02],
          [-0.01, 1.03, -0.02],
          [-0.02, -0.02, 1.04],
        ])
        .linear(1.05, -4)
        .sharpen()
    }
    await image.jpeg({ quality: 85 }).toBuffer()
  }
}

const processorSeconds = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

export interface EnhanceRates {
  /** Photos per second of processor time, one figure per round. */
  readonly ours: number[]
  readonly enhance: number[]
  readonly encode: number[]
}

/**
 * Measures {@link enhancePhoto} beside its two peers.
 *
 * @param photo a JPEG; a drawn 12-megapixel dish by default
 */
export const measureEnhance = async (photo?: Uint8Array, rounds = ROUNDS): Promise<EnhanceRates> => {
  const bytes = photo ?? (await dishPhoto({ width: 4032, height: 3024 }))
  const params = { preset: 'balanced', formats: [...SHOTS], upscale: true }
  const rate = (work: () => Promise<unknown>) => async () => 1 / (await processorSeconds(work))
  const contestants = {
    ours: rate(() => enhancePhoto(bytes, params, DEFAULT_LIMITS)),
    enhance: rate(() => bare(bytes, true)),
    encode: rate(() => bare(bytes, false)),
  }
  await inTurn(2, contestants)
  return inTurn(rounds, contestants)
}

let measured: Promise<EnhanceRates> | undefined
/** Both rows share one measurement. */
const sharedRates = () => {
  measured ??= measureEnhance()
  return measured
}

const row = (peer: 'enhance' | 'encode', name: string, target: string): Row => ({
  name,
  target,
  run: async (): Promise<Result> => {
    const rates = await sharedRates()
    return {
      ours: `${median(rates.ours).toFixed(2)} photos per processor second`,
      peer: `${median(rates[peer]).toFixed(2)} photos per processor second`,
      ratio: medianRatio(rates.ours, rates[peer]),
      note: `${ROUNDS} rounds, one thread each`,
    }
  },
})

export const enhancePixels: Row = row(
  'enhance',
  'enhance 12 MP to three formats of 3840 px, the pixels alone',
  '≥ 0.85 of bare sharp: same decode and sizes, recomb, linear, sharpen(), JPEG q85',
)

export const enhancePixelsLimit: Row = row(
  'encode',
  'enhance 12 MP, the pixels alone, beside decoding and encoding only',
  '≥ 0.55 of bare sharp: decode, resize and JPEG q85 alone (0.8 would be outstanding)',
)
