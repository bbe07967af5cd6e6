import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { WorkingCopy } from './working-copy.ts'

/** Where the copy takes each of its pixels from, and what is added to the three colours there. */
export interface FillSources {
  readonly sources: Int32Array
  readonly change: Float32Array
}

/**
 * Does to the picture what was decided on its small copy: every pixel of the hole is copied in full size from as far away,
 * so that grain and texture stay; where neighbours of the copy disagree, both are blended.
 *
 * @param pixels changed in place, only where `hole` is above 0, and by as much as it says (255: wholly)
 * @param copies nothing where too little is known to be copied: the soft colours of the copy then
 */
export function applyFill(
  pixels: Pixels,
  hole: Uint8Array,
  { canvas, region, reduce }: WorkingCopy,
  copies?: FillSources,
): void {
  const { data, width, channels } = pixels
  const bottom = region.top + region.height
  const right = region.left + region.width
  const { width: across, height: down, colours } = canvas
  const weights = new Float32Array(4)
  const corners = new Int32Array(4)
  for (let y = region.top; y < bottom; y++) {
    const v = clamp((y - region.top + 0.5) / reduce - 0.5, 0, down - 1)
    const upper = Math.floor(v)
    const lower = Math.min(upper + 1, down - 1)
    const fv = narrowBlend(v - upper)
    for (let x = region.left; x < right; x++) {
      const level = hole[y * width + x]
      if (level === 0) continue
      const u = clamp((x - region.left + 0.5) / reduce - 0.5, 0, across - 1)
      const first = Math.floor(u)
      const second = Math.min(first + 1, across - 1)
      const fu = narrowBlend(u - first)
      corners[0] = upper * across + first
      corners[1] = upper * across + second
      corners[2] = lower * across + first
      corners[3] = lower * across + second
      weights[0] = (1 - fu) * (1 - fv)
      weights[1] = fu * (1 - fv)
      weights[2] = (1 - fu) * fv
      weights[3] = fu * fv
      let [red, green, blue, total] = [0, 0, 0, 0]
      for (let k = 0; k < 4; k++) {
        const weight = weights[k]
        if (weight === 0) continue
        const corner = corners[k]
        if (!copies) {
          red += weight * colours[3 * corner]
          green += weight * colours[3 * corner + 1]
          blue += weight * colours[3 * corner + 2]
          total += weight
          continue
        }
        const source = copies.sources[corner]
        // Outside the hole the copy says nothing of where to copy from.
        if (source === corner) continue
        const du = ((source % across) - (corner % across)) * reduce
        const dv = (Math.floor(source / across) - Math.floor(corner / across)) * reduce
        const at = (clamp(y + dv, region.top, bottom - 1) * width + clamp(x + du, region.left, right - 1)) * channels
        red += weight * (data[at] + copies.change[3 * corner])
        green += weight * (data[at + 1] + copies.change[3 * corner + 1])
        blue += weight * (data[at + 2] + copies.change[3 * corner + 2])
        total += weight
      }
      if (total === 0) continue
      const to = (y * width + x) * channels
      const share = level / 255
      data[to] = blended(data[to], red / total, share)
      data[to + 1] = blended(data[to + 1], green / total, share)
      data[to + 2] = blended(data[to + 2], blue / total, share)
    }
  }
}

const blended = (before: number, after: number, share: number): number =>
  clamp(Math.round(before + (after - before) * share), 0, 255)

/** Blends over the middle half of the way only: two textures on top of each other look blurred. */
const narrowBlend = (t: number): number => clamp(2 * t - 0.5, 0, 1)
