import { decodeLight, encodeLight } from '../colour/linear-light.ts'
import { alphaInFrame } from '../hero/alpha-in-frame.ts'
import { cameraTilt } from '../hero/camera-tilt.ts'
import { contactShadows } from '../hero/contact-shadows.ts'
import { keyLightSide } from '../hero/key-light-side.ts'
import { dishExtent } from '../hero/place-in-frame.ts'
import { cutOut } from '../matting/cut-out.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { interpolateRow } from '../raster/planes/interpolate-row.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { latticeNoise } from '../raster/value-noise.ts'
import type { Subject } from '../segmentation/find-subject.ts'

const STEPS = 16_384
/** Codes of light, by steps of it. */
const CODES = Float32Array.from({ length: STEPS + 1 }, (_, step) => 255 * encodeLight(step / STEPS))

/** Long side of the copy on which the shadow is computed. */
const SHADOW_SIDE = 768
/** How dark the shadow is: plain paper throws much light back. */
const DARKNESS = 0.5

/**
 * Puts the dish on a colour or on a gradient from top to bottom, with the shadow where it stands.
 *
 * @param subject as found in the same picture
 * @param colours one or two, as `#rrggbb`
 * @returns RGB of the same size
 * @example const onWhite = await plainBackdrop(pixels, subject, ['#ffffff'])
 */
export async function plainBackdrop(pixels: Pixels, subject: Subject, colours: readonly string[]): Promise<Pixels> {
  const cut = await cutOut(pixels, subject)
  const { width, height } = cut
  const [first = '#ffffff', second = first] = colours
  const [top, bottom] = [codesOf(first), codesOf(second)]
  const shadow = shadowOf(cut, subject)
  const light = new Float32Array(width)
  const data = new Uint8Array(3 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const share = height > 1 ? y / (height - 1) : 0
    const colour = top.map((code, c) => decodeLight((code + (bottom[c] - code) * share) / 255))
    interpolateRow(shadow, y, height, light)
    for (let x = 0; x < width; x++, at++) {
      const alpha = cut.data[4 * at + 3] / 255
      // A gradient over many rows has fewer codes than rows. Noise of one code hides the steps.
      const noise = first === second ? 0 : latticeNoise(x, y) - 0.5
      for (let c = 0; c < 3; c++) {
        const behind = CODES[(colour[c] * light[x] * STEPS + 0.5) | 0] + noise
        data[3 * at + c] = clamp(cut.data[4 * at + c] * alpha + behind * (1 - alpha) + 0.5, 0, 255)
      }
    }
  }
  return { data, width, height, channels: 3 }
}

/** The light that the dish leaves on the surface around it, on a small copy. */
function shadowOf(cut: Pixels, subject: Subject): Plane {
  const small = Math.min(1, SHADOW_SIDE / Math.max(cut.width, cut.height))
  const alpha = alphaInFrame(cut, { left: 0, top: 0 }, cut, small)
  const width = (dishExtent(subject)?.box.width ?? subject.width) * (alpha.width / subject.width)
  const key = { x: keyLightSide(cut) === 'left' ? -0.8 : 0.8, y: -0.6, reach: 1 }
  return contactShadows(alpha, width, cameraTilt(subject), key, DARKNESS).light
}

const codesOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
