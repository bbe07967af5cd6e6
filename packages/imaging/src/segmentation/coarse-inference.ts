import type { Network } from '../network-port.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Size } from '../raster/geometry.ts'
import { dilate } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { removeCutNeighbours } from './detector/remove-cut-neighbours.ts'
import type { Subject } from './find-subject.ts'
import { filterComponents } from './mask/component-filter.ts'
import { inferMask, sideOf } from './mask/infer-mask.ts'

/**
 * Sides of the squares that are tried, the cheapest first. A small square shows whole plates more often than a large one.
 * Their inside may be grey in the mask, but a frame needs only the outline. The larger square is mostly sure where the
 * small one is not.
 */
export const SMALLEST_SIDE = 256
const SIDES = [SMALLEST_SIDE, 512] as const
/** Confidence from which no larger square is tried. */
const SURE_ENOUGH = 0.5
/** Half the width of the band in which the outline may be soft, as a share of the long side. */
const OUTLINE_WIDTH = 0.01

/**
 * Finds the subject roughly: outline and place, good enough for frames but not for cutting out. On the smallest square it
 * takes a twentieth of the time of {@link findSubject}.
 *
 * @param analysisCopy RGB
 * @param isConclusive whether a confident mask needs no larger square
 * @param found what an earlier search on this copy found; larger squares are tried only if it is not conclusive
 * @returns a mask of a few hundred pixels; its confidence is the clarity of its outline
 * @example const { alpha, confidence } = await inferCoarseMask(analysisCopy, network)
 */
export async function inferCoarseMask(
  analysisCopy: Pixels,
  network: Network,
  isConclusive: (found: Subject) => boolean = () => true,
  found?: Subject,
): Promise<Subject> {
  const infer = async (side: number) =>
    coarseSubject(await inferMask(analysisCopy, network, side, maskSize(analysisCopy, side)), network.engine)
  const [first, ...larger] = network.anySize ? SIDES : [sideOf(network)]
  let best = found ?? (await infer(first))
  for (const side of larger) {
    if (best.confidence >= SURE_ENOUGH && isConclusive(best)) break
    if (Math.max(best.width, best.height) >= Math.min(side, Math.max(analysisCopy.width, analysisCopy.height))) break
    const next = await infer(side)
    // The larger square is more detailed, so it is preferred as soon as it is sure enough.
    if (next.confidence >= Math.min(SURE_ENOUGH, best.confidence)) best = next
  }
  return best
}

/** The mask is no finer than the square. */
const maskSize = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The components of a mask with their holes closed, without other dishes that the frame cuts. */
function coarseSubject(inferred: SoftMask, engine: string): Subject {
  const soft = removeCutNeighbours(inferred)
  const { width, height } = soft
  const { bits, components } = filterComponents(soft)
  const alpha = bits.map((bit) => 255 * bit)
  return { alpha, width, height, confidence: outlineClarity(soft, bits), engine, components }
}

/**
 * How much higher the alpha is just inside the outline than just outside, less what is half seen elsewhere: 0–1. The
 * inside does not count, because food on a plate that was seen whole may be a hole in the mask.
 */
function outlineClarity({ alpha, width, height }: SoftMask, bits: Uint8Array): number {
  const reach = Math.max(2, Math.round(OUTLINE_WIDTH * Math.max(width, height)))
  const nearInside = dilate({ bits, width, height }, reach).bits
  const nearOutside = dilate({ bits: bits.map((bit) => 1 - bit), width, height }, reach).bits
  const inside = { sum: 0, count: 0 }
  const outside = { sum: 0, count: 0 }
  let [area, elsewhere] = [0, 0]
  for (let i = 0; i < bits.length; i++) {
    const value = alpha[i] / 255
    if (bits[i]) {
      area++
      if (!nearOutside[i]) continue
      inside.sum += value
      inside.count++
    } else if (nearInside[i]) {
      outside.sum += value
      outside.count++
    } else elsewhere += value
  }
  if (area === 0) return 0
  // Both counts may be 0: a picture that is all subject has no outline.
  const step = inside.sum / Math.max(1, inside.count) - outside.sum / Math.max(1, outside.count)
  const clarity = smoothstep(0.1, 0.8, step) * (1 - clamp(elsewhere / area, 0, 1))
  return Math.round(100 * clarity) / 100
}
