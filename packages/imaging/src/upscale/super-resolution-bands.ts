import type { Network } from '../network-port.ts'
import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { enlarge } from '../raster/scaling/enlarge.ts'
import { reducePlane, resamplePlane, type Scale } from '../raster/scaling/resample.ts'
import { measureGrain } from '../tone/measure-grain.ts'
import { inferTile } from './infer-tile.ts'
import { type Area, cropPlane, mapPlanes, type RgbPlanes, readTile } from './read-tile.ts'
import type { SuperResolutionPlan } from './super-resolution-plan.ts'

/** Side of the part of a tile that is kept, and the margin around it, in pixels of the network's input. */
const CORE = 256
/**
 * With a margin of 24, a tile of the general model differs from the whole picture by less than half a level (measured).
 */
const MARGIN = 24
/**
 * Source pixels that stay around the core during back projection: the reach of Lanczos and of the noise measurement.
 */
const GUARD = 16
/** Rows of the source that resampling needs above and below a band. */
const REACH = 4

/**
 * Share of the network's result; the rest is resampled. A network is crisper than the truth, which lies between both.
 */
const NETWORK_SHARE: Readonly<Record<string, number>> = { 'realesrgan-general-x4': 0.5, 'esrgan-medium': 0.5 }
const DEFAULT_NETWORK_SHARE = 0.6

interface TileOptions {
  readonly scale: Scale
  readonly plan: SuperResolutionPlan
  readonly network: Network
  /** Deviation of the source's noise. */
  readonly noise: number
}

/** Enlarges one tile and keeps its core. */
const enlargeTile = async (
  pixels: Pixels,
  core: Area,
  { scale, plan, network, noise }: TileOptions,
): Promise<RgbPlanes> => {
  const { reduce } = plan
  const margin = MARGIN * reduce
  // Half the size needs even sides.
  const even = (length: number) => Math.ceil(length / reduce) * reduce
  const seen = { width: even(core.width) + 2 * margin, height: even(core.height) + 2 * margin }
  const tile = readTile(pixels, { left: core.left - margin, top: core.top - margin, ...seen })
  const inferred = await inferTile(tile, scale, reduce, network)
  const inner = {
    left: margin - GUARD,
    top: margin - GUARD,
    width: core.width + 2 * GUARD,
    height: core.height + 2 * GUARD,
  }
  return mapPlanes(inferred, (channel, c) => {
    const large = cropPlane(channel, scaleArea(inner, scale))
    backProject(large, cropPlane(tile[c], inner), scale, 1 + reduce, noise)
    return cropPlane(large, scaleArea({ ...core, left: GUARD, top: GUARD }, scale))
  })
}

const scaleArea = ({ left, top, width, height }: Area, scale: number): Area => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: height * scale,
})

/** Blends the network's result for a tile into a band of resampled pixels. */
const blendTile = (
  band: Uint8ClampedArray,
  width: number,
  channels: number,
  left: number,
  made: RgbPlanes,
  trust: number,
) => {
  const [{ width: across, height: rows }] = made
  for (let y = 0, from = 0; y < rows; y++) {
    let at = (y * width + left) * channels
    for (let x = 0; x < across; x++, from++, at += channels) {
      for (let c = 0; c < 3; c++) {
        const plain = band[at + c]
        band[at + c] = plain + trust * (made[c].data[from] - plain)
      }
    }
  }
}

/**
 * Enlarges a picture with a network, tile by tile, and yields bands of whole rows from top to bottom. Colours, brightness
 * and everything that the source shows are kept; the network adds what lies between the source's pixels. Alpha is resampled.
 *
 * @param report is called with the number of finished tiles, and of all tiles
 * @throws Error if the network broke down
 * @example for await (const band of superResolutionBands(pixels, 2, plan, network)) write(band)
 */
export async function* superResolutionBands(
  pixels: Pixels,
  scale: Scale,
  plan: SuperResolutionPlan,
  network: Network,
  report: (done: number, total: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const { data, width, height, channels } = pixels
  const pitch = width * channels
  const noise = measureGrain(pixels).luma
  const trust = NETWORK_SHARE[network.engine] ?? DEFAULT_NETWORK_SHARE
  const side = CORE * plan.reduce
  const total = Math.ceil(width / side) * Math.ceil(height / side)
  let done = 0
  report(done, total)
  for (let top = 0; top < height; top += side) {
    const rows = Math.min(side, height - top)
    const [from, to] = [Math.max(0, top - REACH), Math.min(height, top + rows + REACH)]
    const part = enlarge({ data: data.subarray(from * pitch, to * pitch), width, height: to - from, channels }, scale)
    const start = (top - from) * scale * pitch * scale
    const band = part.data.subarray(start, start + rows * scale * pitch * scale)
    const clamped = new Uint8ClampedArray(band.buffer, band.byteOffset, band.length)
    for (let left = 0; left < width; left += side) {
      const core = { left, top, width: Math.min(side, width - left), height: rows }
      const made = await enlargeTile(pixels, core, { scale, plan, network, noise })
      blendTile(clamped, width * scale, channels, left * scale, made, trust)
      report(++done, total)
    }
    yield band
  }
}

/**
 * Up to the first deviation noise cannot be distinguished from texture. From the second on it is suppressed in full.
 */
const [MIN_NOISE, CERTAIN] = [1, 3] as const
/** Factor on the energy of the noise. */
const NOISE_FACTOR = 2

/**
 * Suppresses noise in the missing part, in place. Where its energy is no higher than that of noise alone, only its low
 * frequencies remain: colour and brightness.
 */
const suppressNoise = ({ data, width, height }: Plane, noise: number): void => {
  const low = boxMean(data, width, height, 3)
  const fine = data.map((value, i) => value - low[i])
  const energy = boxMean(
    fine.map((value) => value * value),
    width,
    height,
    2,
  )
  const floor = NOISE_FACTOR * noise * noise
  for (let i = 0; i < data.length; i++) {
    const around = energy[i]
    const kept = around > floor ? (around - floor) / around : 0
    data[i] = low[i] + fine[i] * kept
  }
}

/**
 * Restores what a network lost of its source, in place (iterative back projection; Irani, Peleg 1991). The enlarged channel
 * is reduced again, and what it lacks of the source is enlarged and added. Crumbs and grains of rice that were smoothed away
 * return, and colour and brightness cannot shift.
 *
 * @param rounds each brings the reduced result closer to the source
 * @param noise deviation of the source's noise in codes; noise is not restored
 */
const backProject = (large: Plane, source: Plane, scale: Scale, rounds: number, noise: number): void => {
  const suppressed = noise * smoothstep(MIN_NOISE, CERTAIN, noise)
  for (let round = 0; round < rounds; round++) {
    const missing = reducePlane(large, scale)
    for (let i = 0; i < missing.data.length; i++) {
      missing.data[i] = source.data[i] - missing.data[i]
    }
    if (suppressed > 0) suppressNoise(missing, suppressed)
    const added = resamplePlane(missing, scale).data
    for (let i = 0; i < added.length; i++) large.data[i] += added[i]
  }
}
