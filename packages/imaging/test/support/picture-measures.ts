import { differenceCiede2000 } from 'culori'
import { ssim } from 'ssim.js'
import { lumaOf } from '../../src/raster/luma.ts'
import type { Pixels } from '../../src/raster/pixels.ts'

const deltaE = differenceCiede2000()
const rgb = (data: Uint8Array, i: number) => ({
  mode: 'rgb' as const,
  r: data[i] / 255,
  g: data[i + 1] / 255,
  b: data[i + 2] / 255,
})

/** Mean CIEDE2000 over every seventh pixel. */
export const meanDeltaE = (one: Pixels, other: Pixels): number => {
  let [sum, count] = [0, 0]
  for (let p = 0; p < one.width * one.height; p += 7, count++) {
    sum += deltaE(rgb(one.data, p * one.channels), rgb(other.data, p * other.channels))
  }
  return sum / count
}

const grey = ({ data, width, height, channels }: Pixels) => {
  const out = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let p = 0; p < width * height; p++) {
    const i = p * channels
    out.fill(lumaOf(data[i], data[i + 1], data[i + 2]), 4 * p, 4 * p + 3)
  }
  return { data: out, width, height, colorSpace: 'srgb' as const }
}

/** Structural similarity of luma; 1 for identical pictures. */
export const lumaSsim = (one: Pixels, other: Pixels): number => ssim(grey(one) as never, grey(other) as never).mssim
