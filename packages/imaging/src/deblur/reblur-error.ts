import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { readTile } from '../upscale/read-tile.ts'
import { type SymmetricBlur, transferSpectrum } from './blur-kernels.ts'
import { createFourier, emptySpectrum, multiplyConjugate, type Spectrum } from './fft.ts'

/** Side of the squares that are compared, and the rim of each that the blur of its other side reaches. */
const SIDE = 256
const RIM = 32
const CORE = SIDE - 2 * RIM

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
  for (let top = 0; top < blurred.height; top += CORE) {
    for (let left = 0; left < blurred.width; left += CORE) {
      const area = { left: left - RIM, top: top - RIM, width: SIDE, height: SIDE }
      const [, again] = readTile(deblurred, area)
      const [, truth] = readTile(blurred, area)
      square.re.set(again.data)
      square.im.fill(0)
      fourier.forward(square)
      // A symmetric blur turns no phase, so that its conjugate is itself.
      multiplyConjugate(square, transfer, reblurred)
      fourier.backward(reblurred)
      const seen = { right: Math.min(CORE, blurred.width - left), bottom: Math.min(CORE, blurred.height - top) }
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
