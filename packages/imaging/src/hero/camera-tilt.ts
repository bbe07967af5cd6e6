import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { BinaryMask } from '../raster/masks/binary-mask.ts'
import { type Ellipse, ellipseFromMoments, ellipseOverlap, fitEllipse } from '../raster/masks/fit-ellipse.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import { openMask } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { hasFlatBase } from './flat-base.ts'

/** Overlap with an ellipse, and with itself turned by 180°, from which a thing counts as seen from above. */
const MIN_ROUND = 0.9
const MIN_SYMMETRY = 0.87
/** Ratio of the axes from which an ellipse is a round plate from above. */
const MIN_FLAT_FROM_ABOVE = 0.86
/** The lowest tilt that is assumed. */
const LOWEST_TILT = 0.38
const FROM_ABOVE = 1
/** Tilt assumed for a thing with a flat base, which does not show the angle itself. */
const STANDING_TILT = 0.55

/** Long side of the copy on which shapes are compared, and radius of what is too thin there to count: spoons, stems. */
const SIDE = 256
const THIN = 6
/** A component smaller than this share of the largest is ignored. */
const MIN_SHARE = 0.25

/**
 * Estimates the camera's tilt: the sine of the angle at which it looks down, 1 from straight above. A round plate shows it by
 * the axes of its ellipse, and other things by a flat base. Everything else is taken as seen from above, because a dish that
 * is wrongly drawn from the side seems to float. Of several dishes the roundest decides.
 */
export function cameraTilt(subject: SoftMask): number {
  const mask = openMask(reduceMask(subject), THIN)
  const { labels, areas: counted } = labelComponents(mask, 1)
  const areas = counted.subarray(1)
  const most = areas.reduce((largest, area) => Math.max(largest, area), 0)
  let [tilt, roundest] = [FROM_ABOVE, -1]
  areas.forEach((area, at) => {
    if (area < MIN_SHARE * most) return
    const bits = Uint8Array.from(labels, (label) => (label === at + 1 ? 1 : 0))
    for (const ellipse of [ellipseFromMoments(bits, mask.width), ellipseOfOutline(bits, mask)]) {
      if (!ellipse) continue
      const round = ellipseOverlap(bits, mask.width, ellipse)
      if (round <= roundest) continue
      roundest = round
      tilt = tiltOfComponent(bits, mask, ellipse, round)
    }
  })
  return tilt
}

function tiltOfComponent(bits: Uint8Array, { width, height }: BinaryMask, ellipse: Ellipse, round: number): number {
  const flat = ellipse.b / ellipse.a
  const level = Math.abs(Math.sin(ellipse.angle)) < 0.34
  if (round >= MIN_ROUND)
    return flat >= MIN_FLAT_FROM_ABOVE || !level ? FROM_ABOVE : clamp(flat, LOWEST_TILT, FROM_ABOVE)
  if (pointSymmetry(bits, width, height, ellipse.x, ellipse.y) >= MIN_SYMMETRY) return FROM_ABOVE
  return hasFlatBase(bits, width, height) ? STANDING_TILT : FROM_ABOVE
}

/**
 * The ellipse through a component's outline within the photo. For a plate that the photo cuts, moments are not enough.
 */
function ellipseOfOutline(bits: Uint8Array, { width, height }: BinaryMask): Ellipse | undefined {
  const points: [number, number][] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!bits[i] || (bits[i - 1] && bits[i + 1] && bits[i - width] && bits[i + width])) continue
      points.push([x + 0.5, y + 0.5])
    }
  }
  return points.length < 24 ? undefined : fitEllipse(points)
}

function reduceMask({ alpha, width, height }: SoftMask): BinaryMask {
  const scale = Math.max(1, Math.max(width, height) / SIDE)
  const size = { width: Math.max(1, Math.floor(width / scale)), height: Math.max(1, Math.floor(height / scale)) }
  const bits = new Uint8Array(size.width * size.height)
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = Math.min(height - 1, Math.floor((y + 0.5) * scale)) * width
    for (let x = 0; x < size.width; x++, i++) {
      bits[i] = alpha[row + Math.min(width - 1, Math.floor((x + 0.5) * scale))] > 127 ? 1 : 0
    }
  }
  return { bits, ...size }
}

/** Intersection over union of a region and itself turned by 180° around a point. */
function pointSymmetry(bits: Uint8Array, width: number, height: number, cx: number, cy: number): number {
  let [both, either] = [0, 0]
  for (let y = 0; y < height; y++) {
    const other = Math.round(2 * cy - y - 1)
    for (let x = 0; x < width; x++) {
      const across = Math.round(2 * cx - x - 1)
      const inside = other >= 0 && other < height && across >= 0 && across < width
      const turned = inside ? bits[other * width + across] : 0
      const here = bits[y * width + x]
      both += here & turned
      either += here | turned
    }
  }
  return either === 0 ? 0 : both / either
}
