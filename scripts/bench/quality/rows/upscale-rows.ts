// A photo reduced and enlarged again, compared with what a user would script. `tsx
// scripts/bench/quality/rows/upscale-rows.ts FOLDER OUT`
// How far enlarging moves a picture. sharp's `resize` moves it by half a pixel, which costs it 2 dB and more in a comparison
// pixel by pixel, although nobody sees it.
import { basename, join } from 'node:path'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { type Network, type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { enlarge } from '@platelight/imaging/raster/scaling/enlarge.ts'
import { joinBands } from '@platelight/imaging/raster/scaling/join-bands.ts'
import { superResolutionBands } from '@platelight/imaging/upscale/super-resolution-bands.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { upscaleWork } from '#server-testing/works'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import type { Check, Quality, Trial } from '../quality-check.ts'
import { convert, cropOf, median, pngOf, rawOf } from '../quality-samples.ts'
import { edgesKept, likeness, psnr } from '../ssim.ts'

const CROP = 320
const SCALES = [2, 4] as const
type Scale = (typeof SCALES)[number]

interface Figures {
  readonly photo: string
  readonly ssim: number
  readonly psnr: number
  readonly edges: number
}

type Method = (small: Buffer, scale: Scale) => Promise<Buffer>

const ours =
  (networks: Networks): Method =>
  async (small, scale) => {
    const params = { image_url: '', scale, format: 'png' } as const
    const { outputs } = await upscaleWork([small], params, { limits: DEFAULT_LIMITS, networks } as never)
    return Buffer.from(outputs[0]?.bytes ?? [])
  }

const PEERS: Readonly<Record<string, Method>> = {
  // sharp enlarges by the same cubic whichever kernel is named, and `resize` puts the result half a pixel to the right
  // and below (see `shiftCheck`). `affine` is the same cubic without the shift.
  'sharp cubic': (small, scale) =>
    sharp(small)
      .affine([scale, 0, 0, scale], { interpolator: 'bicubic', odx: (scale - 1) / 2, ody: (scale - 1) / 2 })
      .png()
      .toBuffer(),
  'ImageMagick -resize': async (small, scale) => convert(small, ['-resize', `${100 * scale}%`]),
}

type Key = 'ssim' | 'psnr' | 'edges'

/** The photo on which a method is worst compared with its best peer there. */
const worst = (mine: readonly Figures[], peers: Record<string, Figures[]>, key: Key) =>
  mine
    .map((figures, i) => ({
      photo: figures.photo,
      by: figures[key] - Math.max(...Object.values(peers).map((list) => list[i]?.[key] ?? 0)),
    }))
    .reduce((least, one) => (one.by < least.by ? one : least))

const checksOf = (
  scale: Scale,
  engine: string,
  mine: readonly Figures[],
  peers: Record<string, Figures[]>,
): Check[] => {
  const others = (key: Key, digits: number) =>
    Object.entries(peers)
      .map(([peer, list]) => `${peer} ${median(list.map((one) => one[key])).toFixed(digits)}`)
      .join(', ')
  const row = (key: 'ssim' | 'edges', what: string): Check => {
    const least = worst(mine, peers, key)
    const value = median(mine.map((one) => one[key]))
    return {
      what: `upscale ${scale}x by ${engine}: ${what}`,
      target: 'median above Lanczos',
      ours: value.toFixed(4),
      peer: others(key, 4),
      met: Object.values(peers).every((list) => value > median(list.map((one) => one[key]))),
      note: `worst against the best peer: ${least.photo} ${least.by.toFixed(4)}`,
    }
  }
  const least = worst(mine, peers, 'psnr')
  return [
    row('ssim', 'SSIM'),
    row('edges', 'edge sharpness, of the original’s'),
    {
      what: `upscale ${scale}x by ${engine}: PSNR`,
      target: 'no photo more than 1 dB below Lanczos',
      ours: `${median(mine.map((one) => one.psnr)).toFixed(2)} dB`,
      peer: others('psnr', 2),
      met: least.by > -1,
      note: `worst against the best peer: ${least.photo} ${least.by.toFixed(2)} dB`,
    },
  ]
}

/** The largest difference between two tile layouts of one photo, in levels. */
const seam = async (photo: string, network: Network): Promise<number> => {
  const whole = await cropOf(photo, 400)
  const shift = 100
  const part: Pixels = await rawOf(
    await sharp(whole.data, { raw: { width: 400, height: 400, channels: 3 } })
      .extract({ left: shift, top: 0, width: 400 - shift, height: 400 })
      .png()
      .toBuffer(),
  )
  const enlarged = ({ width, height, ...rest }: Pixels) =>
    joinBands(
      { width: 4 * width, height: 4 * height, channels: rest.channels },
      superResolutionBands({ width, height, ...rest }, 4, { reduce: 1 }, network),
    )
  const [one, other] = [await enlarged(whole), await enlarged(part)]
  let most = 0
  // Farther than the edge of the smaller one reaches.
  for (let y = 0; y < one.height; y++) {
    for (let x = 4 * (shift + 40); x < one.width; x++) {
      for (let c = 0; c < 3; c++) {
        const a = one.data[(y * one.width + x) * 3 + c] as number
        const b = other.data[(y * other.width + x - 4 * shift) * 3 + c] as number
        most = Math.max(most, Math.abs(a - b))
      }
    }
  }
  return most
}

/** Enlarges reduced photos 2x and 4x, with the detail model and with the resampler. */
export const upscaleQuality: Quality = async ({ photos, into }: Trial) => {
  const networks = realNetworks()
  const network = await networks.find('upscale')
  const checks: Check[] = []
  for (const scale of SCALES) {
    const methods = { ours: ours(networks), ...PEERS, ...(network && { 'ours without a model': ours(NO_NETWORKS) }) }
    const figures: Record<string, Figures[]> = {}
    const rows: Cell[][] = []
    for (const photo of photos) {
      const name = basename(photo)
      const truth = await cropOf(photo, CROP)
      const small = await sharp(truth.data, { raw: { width: CROP, height: CROP, channels: 3 } })
        .resize(CROP / scale, CROP / scale)
        .png()
        .toBuffer()
      const cells: Cell[] = [{ bytes: await pngOf(truth), caption: name }]
      for (const [method, run] of Object.entries(methods)) {
        const file = await run(small, scale)
        const made = await rawOf(file)
        const judged = {
          photo: name,
          ssim: likeness(made, truth),
          psnr: psnr(made, truth),
          edges: edgesKept(made, truth),
        }
        figures[method] = [...(figures[method] ?? []), judged]
        cells.push({ bytes: file, caption: `${method} ${judged.psnr.toFixed(1)} dB ${judged.ssim.toFixed(3)}` })
      }
      rows.push(cells)
    }
    await writeSheet(join(into, `upscale-${scale}x.jpg`), rows, { width: CROP, height: CROP })
    const { ours: mine = [], 'ours without a model': _, ...peers } = figures
    checks.push(...checksOf(scale, network?.engine ?? 'lanczos', mine, peers))
  }
  const [first] = photos
  if (network && first) {
    const most = await seam(first, network)
    checks.push({
      what: `upscale by ${network.engine}: difference between two layouts of tiles`,
      target: '≤ 1 level',
      ours: `${most}`,
      peer: '',
      met: most <= 1,
      note: basename(first),
    })
  }
  return [...checks, await shiftCheck(ours(networks), PEERS)]
}

const SIDE = 160
const WAVE = 16

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
const shiftCheck = async (ours: Method, peers: Readonly<Record<string, Method>>): Promise<Check> => {
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
