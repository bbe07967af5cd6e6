import type { Pixels } from '../pixels.ts'
import type { SoftMask } from './soft-mask.ts'

/** How far apart the three values of a grey may be, in a mask that was compressed. */
const GREY = 8

/**
 * The mask in a picture: its transparency, or its brightness where it is grey and has none.
 *
 * @returns undefined when it is neither a cut-out nor a mask
 * @example const mask = maskOfCutOut(await decodeImage(file, limits))
 */
export function maskOfCutOut({ data, width, height, channels }: Pixels): SoftMask | undefined {
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) {
    if (channels === 4) {
      alpha[i] = data[4 * i + 3]
      continue
    }
    const [red, green, blue] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY) return undefined
    alpha[i] = green
  }
  return { alpha, width, height }
}
