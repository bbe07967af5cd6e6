import sharp from 'sharp'
import type { Schema } from '../../src/contract/openapi-types.ts'

/** A picture in a reply. */
export interface Shot {
  /** As options name it: `avif`, not the container. */
  readonly format: string
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha of each pixel. */
  readonly pixels: () => Promise<Buffer>
}

/** What comes of a request. */
export interface Outcome {
  readonly status: number
  /** The reply without its pictures, and without what differs from one request to the next. */
  readonly text: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
  readonly shots: readonly Shot[]
  /** The hashes of films. */
  readonly films: readonly string[]
}

/** A value of an option, and what came of it. */
export interface Tried {
  readonly value: unknown
  readonly outcome: Outcome
}

export async function readShot(bytes: Uint8Array): Promise<Shot> {
  const { format, width, height } = await sharp(bytes).metadata()
  return {
    format: format === 'heif' ? 'avif' : format,
    width,
    height,
    // Not kept, because a run has hundreds of pictures.
    pixels: () => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer(),
  }
}

/**
 * What an option changes, by its name. Of all others it is the content: pixels, or the text of a
 * reply without pictures.
 */
const KINDS: readonly (readonly [names: RegExp, fault: (one: Tried, two: Tried) => string | Promise<string>])[] = [
  [/^(count|num_outputs)$/, faultOfCount],
  [/^format$/, faultOfFormat],
  [/^(aspect|aspect_ratio|resolution|scale|size|formats|platform|upscale)$/, faultOfSize],
  [/^remove_?background$/i, faultOfTransparency],
  [/^(backdrop|separate_background)$/, faultOfSurroundings],
  // The reply says how long a film is.
  [/^duration$/, faultOfText],
]

const kindOf = (option: string) => KINDS.find(([names]) => names.test(option.slice(option.lastIndexOf('.') + 1)))?.[1]

/** An amount from little to much: the more of it, the more differs. */
export const isAmount = (option: string, { type, minimum, maximum, enum: listed }: Schema): boolean =>
  type === 'number' && minimum !== undefined && maximum !== undefined && !listed && kindOf(option) === undefined

/** Why two outcomes do not differ in what the option is about; empty if they do. */
export const faultOf = async (option: string, one: Tried, two: Tried): Promise<string> =>
  (kindOf(option) ?? faultOfContent)(one, two)

/** Why the outcomes of an amount do not grow with it; empty if they do. */
export async function faultOfAmount(sentence: string, source: Shot, tried: readonly Tried[]): Promise<string> {
  const shots = tried.flatMap(({ outcome }) => outcome.shots.slice(0, 1))
  const [least, middle, most] = shots
  if (!least || !middle || !most) return 'there is no picture'
  if (sentence.includes('0 changes nothing')) {
    const change = await distance(source, least)
    if (change > SAVED_AGAIN) return `0 changes the photo by ${change}`
  }
  const [half, whole] = [await distance(least, middle), await distance(least, most)]
  return half > NOISE && whole > half ? '' : `it does not grow: ${half}, then ${whole}`
}

function faultOfCount({ value, outcome }: Tried, two: Tried): string {
  const [first, second] = [outcome.shots.length, two.outcome.shots.length]
  return first * Number(two.value) === second * Number(value) ? '' : `${first} and ${second} pictures`
}

function faultOfFormat(one: Tried, two: Tried): string {
  // In some forms it is the shape.
  if (!/^(jpeg|png|webp|avif)$/.test(String(two.value))) return faultOfSize(one, two)
  const formats = [one, two].map(({ outcome }) => outcome.shots.map(({ format }) => format))
  const isAsked = [one, two].every(({ value, outcome }) =>
    outcome.shots.every(({ format }) => value === undefined || format === value),
  )
  return isAsked && String(formats[0]) !== String(formats[1]) && isOfOneSize(one, two)
    ? ''
    : `it is ${formats.join(', then ')}`
}

function isOfOneSize(one: Tried, two: Tried): boolean {
  const [first, second] = [one, two].map(({ outcome }) => outcome.shots.map(({ width, height }) => [width, height]))
  return JSON.stringify(first) === JSON.stringify(second)
}

/** By the form of the values: `4:3` is a shape, `2K` and a number are a side, `true` is larger, and others only differ. */
function faultOfSize(one: Tried, two: Tried): string {
  const [first, second] = [one.outcome.shots[0], two.outcome.shots[0]]
  if (!first || !second) return 'there is no picture'
  const sides = `${first.width}x${first.height}, then ${second.width}x${second.height}`
  if (isOfOneSize(one, two)) return sides
  const isShaped = [one, two].every(({ value, outcome }) => {
    const [, width, height] = /^(\d+):(\d+)$/.exec(String(value)) ?? []
    return outcome.shots.every(
      (shot) => height === undefined || Math.abs((shot.height * Number(width)) / Number(height) - shot.width) < 2,
    )
  })
  const sideOf = ({ width, height }: Shot) => Math.max(width, height)
  const growth = sideOf(second) / sideOf(first)
  const asked = Number.parseInt(String(two.value), 10) / Number.parseInt(String(one.value), 10)
  const isLength = [one, two].every(({ value }) => /^\dK?$/.test(String(value)))
  const isGrown = !isLength || Math.abs(growth / asked - 1) < 0.03
  const isLarger = two.value !== true || growth > 1
  return isShaped && isGrown && isLarger ? '' : sides
}

async function faultOfTransparency(one: Tried, two: Tried): Promise<string> {
  const shares = await Promise.all([one, two].map(async ({ outcome }) => clearShare(outcome.shots[0])))
  return shares[0] === 0 && (shares[1] ?? 0) > 0.1 ? '' : `${shares.join(', then ')} of it is transparent`
}

async function clearShare(shot: Shot | undefined): Promise<number> {
  const pixels = (await shot?.pixels()) ?? Buffer.alloc(0)
  let clear = 0
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < 128) clear++
  return clear / (pixels.length / 4)
}

/** The mean colour of a frame along the edges of the picture. */
async function frameColour({ width, height, pixels }: Shot): Promise<number[]> {
  const bytes = await pixels()
  const band = Math.round(Math.min(width, height) / 12)
  const sum = [0, 0, 0]
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.min(x, y, width - 1 - x, height - 1 - y) >= band) continue
      for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (bytes[(y * width + x) * 4 + channel] ?? 0)
      count++
    }
  }
  return sum.map((value) => value / count)
}

/** Levels by which a colour differs visibly. */
const VISIBLE = 4

async function faultOfSurroundings(one: Tried, two: Tried): Promise<string> {
  const [first, second] = await Promise.all(
    [one, two].map(async ({ outcome }) => (outcome.shots[0] ? frameColour(outcome.shots[0]) : [])),
  )
  const isFar = first?.some((level, channel) => Math.abs(level - (second?.[channel] ?? level)) > VISIBLE)
  return isFar ? '' : `the surroundings are ${first}, then ${second}`
}

function faultOfText({ outcome }: Tried, two: Tried): string {
  return JSON.stringify(outcome.text) === JSON.stringify(two.outcome.text) ? 'the text is the same' : ''
}

async function faultOfContent(one: Tried, two: Tried): Promise<string> {
  const [first, second] = [one.outcome.shots, two.outcome.shots]
  if (String(one.outcome.films) !== String(two.outcome.films)) return ''
  if (first.length + second.length === 0) return faultOfText(one, two)
  if (!isOfOneSize(one, two)) return ''
  const distances = await Promise.all(first.map((shot, index) => distance(shot, second[index] ?? shot)))
  return Math.max(...distances) > NOISE ? '' : `pixels differ by ${distances}`
}

/** The same pixels give the same file, so a difference below this, in levels, is rounding. */
const NOISE = 1

/** What saving a photo as JPEG once more changes of it, in levels. */
const SAVED_AGAIN = 2

/** The root of the mean square by which the pixels of two pictures of one size differ. */
async function distance(one: Shot, two: Shot): Promise<number> {
  if (one.width !== two.width || one.height !== two.height) return Number.POSITIVE_INFINITY
  const [first, second] = await Promise.all([one.pixels(), two.pixels()])
  let sum = 0
  for (let at = 0; at < first.length; at++) sum += ((first[at] ?? 0) - (second[at] ?? 0)) ** 2
  return Math.sqrt(sum / first.length)
}
