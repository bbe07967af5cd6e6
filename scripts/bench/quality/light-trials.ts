// What the operations that change light and colour make of one photo, with the dish and the ware that somebody drew by
// hand. So nothing here depends on how well the dish is found.

import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { type Cielab, cielabOf } from '@platelight/imaging/colour/cielab.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { relightPhoto } from '@platelight/imaging/relight/relight-photo.ts'
import { matchTraits } from '@platelight/imaging/retouch/consistency/match-traits.ts'
import { measureTraits, medianTraits, type PhotoTraits } from '@platelight/imaging/retouch/consistency/photo-traits.ts'
import { traitsByWare } from '@platelight/imaging/retouch/consistency/recipe-by-ware.ts'
import { correctFaults } from '@platelight/imaging/retouch/correct-faults.ts'
import { lightDish } from '@platelight/imaging/retouch/light-dish.ts'
import { applyVibrance } from '@platelight/imaging/retouch/vibrance.ts'
import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { developPhoto, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { PRESETS, type Preset } from '@platelight/imaging/tone/enhance-presets.ts'
import { measureGrain } from '@platelight/imaging/tone/measure-grain.ts'
import { checksumOf, type HandDrawnMask, paintMask, readHandDrawnMasks } from './hand-drawn-masks.ts'

const SIDE = 1024
const LAMP = { softness: 0.6, warmth: 0, strength: 0.5 } as const
const DIRECTIONS = ['left', 'right', 'top', 'back'] as const

/** Code from which a channel is clipped. */
const CLIPPED = 254

/** What is measured in a picture. */
export interface LightMeasures {
  /** Medians of the drawn ware that is white in reality; undefined if none was drawn. */
  readonly ware: Cielab | undefined
  /** Median lightness of the drawn dish. */
  readonly dish: number
  /** Share of the pixels with a channel at its upper end. */
  readonly clipped: number
  /** Deviation of the noise of luma, in codes. */
  readonly noise: number
}

/** A photo with a drawn dish. */
export interface DrawnPhoto {
  readonly name: string
  readonly mask: HandDrawnMask
  readonly pixels: Pixels
  readonly subject: Subject
}

/** Reads the photos that somebody drew, as small copies. */
export async function readDrawnPhotos(paths: readonly string[]): Promise<DrawnPhoto[]> {
  const drawn = readHandDrawnMasks()
  const photos: DrawnPhoto[] = []
  for (const path of paths) {
    const file = readFileSync(path)
    const mask = drawn.get(checksumOf(file))
    if (!mask) continue
    const pixels = await makeAnalysisCopy(await decodeImage(file), SIDE)
    const { width, height } = pixels
    const alpha = await paintMask(mask.dish, pixels)
    const subject = { alpha, width, height, confidence: 1, engine: 'drawn' }
    photos.push({ name: parse(path).name, mask, pixels, subject })
  }
  return photos
}

const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const cielabAt = ({ data }: Pixels, i: number): Cielab =>
  cielabOf(data[3 * i] ?? 0, data[3 * i + 1] ?? 0, data[3 * i + 2] ?? 0)

function wareOf(pixels: Pixels, boxes: HandDrawnMask['whiteWare']): Cielab | undefined {
  if (boxes.length === 0) return undefined
  const { width, height } = pixels
  const seen: Cielab[] = []
  for (const [left, top, across, down] of boxes) {
    const [endX, endY] = [((left + across) * width) / 1000, ((top + down) * height) / 1000]
    for (let y = Math.floor((top * height) / 1000); y < endY; y++)
      for (let x = Math.floor((left * width) / 1000); x < endX; x++) seen.push(cielabAt(pixels, y * width + x))
  }
  const median = (trait: keyof Cielab) => medianOf(seen.map((one) => one[trait]))
  return { lightness: median('lightness'), a: median('a'), b: median('b') }
}

/** Measures light and colour of a picture in the frame of a drawn photo. */
export function measureLight(pixels: Pixels, { mask, subject }: DrawnPhoto): LightMeasures {
  const { data } = pixels
  const dish: number[] = []
  let clipped = 0
  for (let i = 0, at = 0; at < data.length; i++, at += 3) {
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >= CLIPPED) clipped++
    // Every third pixel shows the median.
    if (i % 3 === 0 && (subject.alpha[i] ?? 0) > 127) dish.push(cielabAt(pixels, i).lightness)
  }
  return {
    ware: wareOf(pixels, mask.whiteWare),
    dish: medianOf(dish),
    clipped: (3 * clipped) / data.length,
    noise: measureGrain(pixels).luma,
  }
}

/** White ware looks white from this lightness on, and with at most this much blue or yellow. */
export const WHITE_WARE = { lightness: 86, cast: 4 }
/** A dish below this lightness is dim. */
export const DIM_DISH = 45

export const isWhite = ({ ware }: LightMeasures): boolean =>
  ware !== undefined && ware.lightness >= WHITE_WARE.lightness && Math.abs(ware.b) <= WHITE_WARE.cast

/** The photos whose light needs nothing by what was drawn on them, and those on which nothing was drawn. */
export async function withoutFaults(paths: readonly string[]): Promise<string[]> {
  const good: string[] = []
  for (const path of paths) {
    const [photo] = await readDrawnPhotos([path])
    const seen = photo && measureLight(photo.pixels, photo)
    if (!seen || (seen.dish >= DIM_DISH && (!seen.ware || isWhite(seen)))) good.push(path)
  }
  return good
}

/** What a menu of photos is moved to. */
export async function menuTraits(photos: readonly DrawnPhoto[]): Promise<PhotoTraits> {
  const all: PhotoTraits[] = []
  for (const { pixels, subject } of photos)
    all.push(traitsByWare(await measureTraits(await makeAnalysisCopy(pixels), subject)))
  return medianTraits(all)
}

/** The preset `balanced` where no network shows the dish. */
export const WITHOUT_NETWORK = 'balanced without a network'

/** Develops a picture in place, as `enhance` does. */
export async function enhanced(pixels: Pixels, preset: Preset, subject?: Subject): Promise<void> {
  const { recipe, analysisCopy } = await planDevelopment(pixels, preset, { subject })
  developPhoto(pixels, analysisCopy, recipe)
}

type Change = (pixels: Pixels, subject: Subject) => Promise<unknown>

/** The operations by name. Each changes the pixels in place. */
export const lightOperations = (menu: PhotoTraits): Readonly<Record<string, Change>> => {
  const colours = async (pixels: Pixels, strength: number) =>
    applyVibrance(pixels, await makeAnalysisCopy(pixels), strength)
  const presets = PRESETS.map((preset): [string, Change] => [
    preset.id,
    (pixels, subject) => enhanced(pixels, preset, subject),
  ])
  const lamps = DIRECTIONS.map((direction): [string, Change] => [
    `relight ${direction}`,
    (pixels, subject) => relightPhoto(pixels, subject, { ...LAMP, direction }),
  ])
  return {
    ...Object.fromEntries(presets),
    [WITHOUT_NETWORK]: (pixels) => enhanced(pixels, PRESETS[0]),
    'ai-enhance': lightDish,
    match: async (pixels, subject) => {
      const analysisCopy = await makeAnalysisCopy(pixels)
      await matchTraits(menu, { pixels, subject, analysisCopy, own: await measureTraits(analysisCopy, subject) })
    },
    'enhance-colors': (pixels) => colours(pixels, 1),
    process: async (pixels, subject) => {
      await colours(pixels, 0.5)
      await relightPhoto(pixels, subject, { ...LAMP, direction: 'left' })
    },
    'smart-edit': correctFaults,
    ...Object.fromEntries(lamps),
  }
}

/** The photo after an operation. */
export async function changed({ pixels, subject }: DrawnPhoto, operation: Change): Promise<Pixels> {
  const copy: Pixels = { ...pixels, data: Uint8Array.from(pixels.data) }
  await operation(copy, subject)
  return copy
}
