import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type BinaryMask, labelComponents, openMask } from '../raster/masks/binary-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { type Ellipse, ellipseFromMoments, ellipseOverlap, fitEllipse } from '../segmentation/plate/fit-ellipse.ts'
import { hasFlatBase } from './flat-base.ts'

/** How like an ellipse, and how like itself upside down, a thing seen from above is. */
const MIN_ROUND = 0.9
const MIN_SYMMETRY = 0.87
/** An ellipse no flatter than this is a round plate from above. */
const MIN_FLAT_FROM_ABOVE = 0.86
/** The lowest camera that is assumed. */
const LOWEST_TILT = 0.38
const FROM_ABOVE = 1
/** Where a thing shows that it stands but not from where it was seen. */
const STANDING_TILT = 0.55

/** Long side of the copy on which shapes are compared, and what on it is too thin to tell anything: a spoon, a stem. */
const SIDE = 256
const THIN = 6
/** A thing smaller than this share of the largest is beside the point. */
const MIN_SHARE = 0.25

/**
 * From where a dish was photographed: the sine of the angle at which the camera looks down, 1 from straight above. A round
 * plate shows it by how flat its ellipse is, and other things by a base that they stand on. Everything else is taken to
 * lie: drawn from above it looks right from a table's height too, and the other way round it floats. Of several dishes the
 * roundest tells.
 */
export function cameraTilt(subject: SoftMask): number {
  const mask = openMask(reduceMask(subject), THIN)
  const { labels, count } = labelComponents(mask, 1)
  const areas = new Float64Array(count)
  for (const label of labels) if (label > 0) areas[label - 1] += 1
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

/** The ellipse through a thing's outline as far as the photo shows it: of a plate that is cut the moments say too little. */
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

/** How much a region has in common with itself turned upside down around a point. */
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
