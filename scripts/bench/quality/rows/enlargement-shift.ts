// How far enlarging moves a picture. sharp's `resize` moves it by half a pixel, which costs it 2 dB and more in a comparison
// pixel by pixel, although nobody sees it.

import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { enlarge } from '@platelight/imaging/raster/scaling/enlarge.ts'
import sharp from 'sharp'
import type { Check } from '../quality-check.ts'
import { pngOf, rawOf } from '../quality-samples.ts'

const SIDE = 160
const WAVE = 16
const SCALES = [2, 4] as const
type Scale = (typeof SCALES)[number]

/** A wave across in red and a wave down in green, which begin at the picture's corner. */
const drawWaves = (side: number, wave: number): Pixels => {
  const data = new Uint8Array(side * side * 3)
  const at = (place: number) => Math.round(128 + 100 * Math.cos((2 * Math.PI * (place + 0.5)) / wave))
  for (let i = 0; i < side * side; i++) data.set([at(i % side), at(Math.floor(i / side)), 128], 3 * i)
  return { data, width: side, height: side, channels: 3 }
}

/** Where the waves of a picture begin, in pixels from its corner; the larger distance of the two. */
const shiftOf = ({ data, width }: Pixels, wave: number): number => {
  const along = (channel: 0 | 1) => {
    let [cos, sin] = [0, 0]
    for (let y = 2 * wave; y < width - 2 * wave; y++) {
      for (let x = 2 * wave; x < width - 2 * wave; x++) {
        const turn = (2 * Math.PI * ((channel === 0 ? x : y) + 0.5)) / wave
        const value = data[(y * width + x) * 3 + channel] as number
        cos += value * Math.cos(turn)
        sin += value * Math.sin(turn)
      }
    }
    return Math.abs((Math.atan2(sin, cos) * wave) / (2 * Math.PI))
  }
  return Math.max(along(0), along(1))
}

type Method = (small: Buffer, scale: Scale) => Promise<Buffer>

const largestShift = async (method: Method): Promise<number> => {
  const small = await pngOf(drawWaves(SIDE, WAVE))
  let most = 0
  for (const scale of SCALES) most = Math.max(most, shiftOf(await rawOf(await method(small, scale)), WAVE * scale))
  return most
}

/** How far pictures that were reduced as the truth is reduced lie from their place, in pixels of the large picture. */
const reductionShift = async (): Promise<number> => {
  let most = 0
  for (const scale of SCALES) {
    const large = drawWaves(SIDE * scale, WAVE * scale)
    const small = await sharp(await pngOf(large))
      .resize(SIDE, SIDE)
      .png()
      .toBuffer()
    most = Math.max(most, scale * shiftOf(await rawOf(small), WAVE))
  }
  return most
}

const withoutModel: Method = async (small, scale) => pngOf(enlarge(await rawOf(small), scale))

const resized: Method = (small, scale) =>
  sharp(small)
    .resize({ width: SIDE * scale })
    .png()
    .toBuffer()

/** Our enlargements and those of the peers, which must lie where the photo lies. */
export const shiftCheck = async (ours: Method, peers: Readonly<Record<string, Method>>): Promise<Check> => {
  const mine = Math.max(await largestShift(ours), await largestShift(withoutModel))
  const listed = { ...peers, 'sharp resize (no peer)': resized }
  const shifts: string[] = []
  for (const [name, method] of Object.entries(listed)) shifts.push(`${name} ${(await largestShift(method)).toFixed(2)}`)
  return {
    what: 'upscale: distance of the result from its place, pixels',
    target: '≤ 0.05',
    ours: mine.toFixed(2),
    peer: shifts.join(', '),
    met: mine <= 0.05,
    note: `with a model and without; the reduced photo ${(await reductionShift()).toFixed(2)}`,
  }
}
