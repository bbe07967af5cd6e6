import { createRequire } from 'node:module'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'

const imaging = createRequire(new URL('../../../packages/imaging/package.json', import.meta.url))
const { ssim } = imaging('ssim.js') as { ssim(one: unknown, other: unknown): { mssim: number } }

export const lumaOf = ({ data, width, height, channels }: Pixels): Float32Array => {
  const luma = new Float32Array(width * height)
  for (let i = 0, at = 0; i < luma.length; i++, at += channels) {
    luma[i] = 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)
  }
  return luma
}

const grey = (pixels: Pixels) => {
  const luma = lumaOf(pixels)
  const data = new Uint8ClampedArray(luma.length * 4)
  luma.forEach((value, i) => {
    data.set([value, value, value, 255], 4 * i)
  })
  return { data, width: pixels.width, height: pixels.height }
}

/** Structural similarity of luma; 1 for identical pictures. */
export const likeness = (one: Pixels, other: Pixels): number => ssim(grey(one), grey(other)).mssim

/** Peak signal-to-noise ratio over all channels, in dB, without pixels near the border, where methods only guess. */
export const psnr = (one: Pixels, other: Pixels, border = 8): number => {
  let [sum, count] = [0, 0]
  for (let y = border; y < one.height - border; y++) {
    for (let x = border; x < one.width - border; x++) {
      for (let c = 0; c < 3; c++, count++) {
        const a = one.data[(y * one.width + x) * one.channels + c] as number
        sum += (a - (other.data[(y * other.width + x) * other.channels + c] as number)) ** 2
      }
    }
  }
  return sum === 0 ? 99 : 10 * Math.log10((255 * 255 * count) / sum)
}

const gradient = ({ width, height }: Pixels, luma: Float32Array): Float32Array => {
  const steps = new Float32Array(luma.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const across = (luma[i + 1] as number) - (luma[i - 1] as number)
      const down = (luma[i + width] as number) - (luma[i - width] as number)
      steps[i] = Math.hypot(across, down)
    }
  }
  return steps
}

/** The steepness of the original's strongest edges (a tenth of all pixels) in another picture, as a share. */
export const edgesKept = (made: Pixels, original: Pixels): number => {
  const truth = gradient(original, lumaOf(original))
  const here = gradient(made, lumaOf(made))
  const strong = Float32Array.from(truth).sort()[Math.floor(truth.length * 0.9)] ?? 0
  let [kept, all] = [0, 0]
  truth.forEach((step, i) => {
    if (step < strong) return
    all += step
    kept += here[i] as number
  })
  return all === 0 ? 1 : kept / all
}

/** Variance of the Laplacian of luma: how much fine detail there is. */
export const laplacianVariance = (pixels: Pixels): number => {
  const luma = lumaOf(pixels)
  const { width, height } = pixels
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++, count++) {
      const i = y * width + x
      const around =
        (luma[i - 1] as number) + (luma[i + 1] as number) + (luma[i - width] as number) + (luma[i + width] as number)
      const value = around - 4 * (luma[i] as number)
      sum += value
      squares += value * value
    }
  }
  return squares / count - (sum / count) ** 2
}
