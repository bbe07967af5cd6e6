import type { Network } from '../network-port.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { reducePlane } from '../raster/scaling/resample.ts'
import { inferTile } from '../upscale/infer-tile.ts'
import { type Area, mapPlanes, readTile } from '../upscale/read-tile.ts'
import { type SymmetricBlur, transferSpectrum } from './blur-kernels.ts'
import { createFourier, emptySpectrum, multiplyConjugate, type Spectrum } from './fft.ts'

/** Side of the part of a tile that is kept, and the margin around it. */
const CORE = 256
const MARGIN = 24
/**
 * Share of the network's result. More makes surfaces smooth. Of 0.3, 0.5, 0.6 and 1 it gained most on photos that were
 * blurred for a test, 3 % of the remaining error.
 */
const SHARE = 0.3

/**
 * Takes noise and ripples out of a deblurred picture with a network for enlarging, whose result is reduced to the picture's
 * own size. The result is kept only if it explains the blurred photo better when it is blurred again.
 *
 * @param deblurred is changed in place
 * @param blur that was removed
 * @param network for the use `upscale`
 * @param report is called with the number of finished tiles, and of all tiles
 * @returns whether the picture was changed
 * @throws Error if the network broke down
 */
export async function addNetworkDetail(
  deblurred: Pixels,
  blurred: Pixels,
  blur: SymmetricBlur,
  network: Network,
  report: (done: number, total: number) => void = () => {},
): Promise<boolean> {
  const { width, height } = deblurred
  const made = { ...deblurred, data: Uint8Array.from(deblurred.data) }
  const total = Math.ceil(width / CORE) * Math.ceil(height / CORE)
  let done = 0
  report(done, total)
  for (let top = 0; top < height; top += CORE) {
    for (let left = 0; left < width; left += CORE) {
      const core = { left, top, width: Math.min(CORE, width - left), height: Math.min(CORE, height - top) }
      await mixTile(made, deblurred, core, network)
      report(++done, total)
    }
  }
  if (reblurError(made, blurred, blur) >= reblurError(deblurred, blurred, blur)) return false
  deblurred.data.set(made.data)
  return true
}

/** Mixes the network's result for one tile into a picture. */
async function mixTile(made: Pixels, from: Pixels, core: Area, network: Network): Promise<void> {
  const width = core.width + 2 * MARGIN
  const area = { left: core.left - MARGIN, top: core.top - MARGIN, width, height: core.height + 2 * MARGIN }
  const enlarged = await inferTile(readTile(from, area), 2, 1, network)
  const seen = mapPlanes(enlarged, (channel) => reducePlane(channel, 2))
  for (let y = 0; y < core.height; y++) {
    let at = ((core.top + y) * made.width + core.left) * made.channels
    let i = (y + MARGIN) * width + MARGIN
    for (let x = 0; x < core.width; x++, i++, at += made.channels) {
      for (let c = 0; c < 3; c++) {
        const before = made.data[at + c]
        made.data[at + c] = clamp(before + SHARE * (seen[c].data[i] - before) + 0.5, 0, 255)
      }
    }
  }
}

/** Side of the squares that are compared, and the rim of each that the blur of its other side reaches. */
const SIDE = 256
const RIM = 32
const LIT_CORE = SIDE - 2 * RIM

/**
 * How badly a deblurred picture explains the blurred one: the difference between the blurred picture and the deblurred one
 * that is blurred again. Noise that was strengthened and edges that were invented raise it.
 *
 * @returns the root of the mean square in levels of green
 */
export function reblurError(deblurred: Pixels, blurred: Pixels, blur: SymmetricBlur): number {
  const fourier = createFourier(SIDE)
  const transfer = transferSpectrum(blur, SIDE)
  const [square, reblurred] = [emptySpectrum(SIDE), emptySpectrum(SIDE)]
  let [sum, count] = [0, 0]
  for (let top = 0; top < blurred.height; top += LIT_CORE) {
    for (let left = 0; left < blurred.width; left += LIT_CORE) {
      const area = { left: left - RIM, top: top - RIM, width: SIDE, height: SIDE }
      const [, again] = readTile(deblurred, area)
      const [, truth] = readTile(blurred, area)
      square.re.set(again.data)
      square.im.fill(0)
      fourier.forward(square)
      // A symmetric blur turns no phase, so that its conjugate is itself.
      multiplyConjugate(square, transfer, reblurred)
      fourier.backward(reblurred)
      const seen = { right: Math.min(LIT_CORE, blurred.width - left), bottom: Math.min(LIT_CORE, blurred.height - top) }
      sum += squaredDifference(reblurred.re, truth, seen)
      count += seen.right * seen.bottom
    }
  }
  return Math.sqrt(sum / count)
}

function squaredDifference(
  again: Spectrum['re'],
  { data }: Plane,
  { right, bottom }: { readonly right: number; readonly bottom: number },
): number {
  let sum = 0
  for (let y = RIM; y < RIM + bottom; y++) {
    for (let x = RIM; x < RIM + right; x++) sum += (again[y * SIDE + x] - data[y * SIDE + x]) ** 2
  }
  return sum
}
