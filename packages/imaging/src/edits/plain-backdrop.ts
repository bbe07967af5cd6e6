import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { cutOut } from '../segmentation/matting/cut-out.ts'

/**
 * Puts the dish, with a soft shadow, in front of a colour or of a gradient from top to bottom.
 *
 * @param subject as found in the same picture
 * @param colours one or two, as `#rrggbb`
 * @returns RGB of the same size
 * @example const onWhite = await plainBackdrop(pixels, subject, ['#ffffff'])
 */
export async function plainBackdrop(pixels: Pixels, subject: Subject, colours: readonly string[]): Promise<Pixels> {
  const cut = await cutOut(pixels, subject, { shadow: true })
  const { width, height } = cut
  const [first = '#ffffff', second = first] = colours
  const [top, bottom] = [codesOf(first), codesOf(second)]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const share = height > 1 ? y / (height - 1) : 0
    const colour = top.map((code, c) => code + (bottom[c] - code) * share)
    for (let x = 0; x < width; x++, at++) {
      const alpha = cut.data[4 * at + 3] / 255
      for (let c = 0; c < 3; c++) data[3 * at + c] = cut.data[4 * at + c] * alpha + colour[c] * (1 - alpha) + 0.5
    }
  }
  return { data, width, height, channels: 3 }
}

const codesOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
