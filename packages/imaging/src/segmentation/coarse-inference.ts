import type { Network } from '../network-port.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { dilate } from '../raster/masks/binary-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from './find-subject.ts'
import { filterComponents } from './mask/component-filter.ts'
import { inferMask, TRAINED_SIDE } from './mask/infer-mask.ts'

/**
 * The squares that are tried, the cheapest first. A plate is seen whole on a small one more often than on a large one; its
 * inside may be grey there, its outline is enough. What a small one is not sure of the next one mostly is.
 */
export const SMALLEST_SIDE = 256
const SIDES = [SMALLEST_SIDE, 512] as const
/** A mask this sure is not asked for again. */
const SURE_ENOUGH = 0.5
/** Within this share of the long side the outline of a mask may be soft. */
const OUTLINE_WIDTH = 0.01

/**
 * Where the subject of a picture is, roughly: outline and place, for frames and not for cutting out. On the smallest square
 * this takes a twentieth of what {@link findSubject} does.
 *
 * @param analysisCopy the small copy, RGB
 * @param isConclusive says of a mask that is sure that it needs no closer look
 * @returns a mask of a few hundred pixels; its confidence is how clear its outline is
 * @example const { alpha, confidence } = await inferCoarseMask(analysisCopy, network)
 */
export async function inferCoarseMask(
  analysisCopy: Pixels,
  network: Network,
  isConclusive: (found: Subject) => boolean = () => true,
): Promise<Subject> {
  let best: Subject | undefined
  for (const side of network.anySize ? SIDES : [TRAINED_SIDE]) {
    const found = subjectFromCoarseMask(
      await inferMask(analysisCopy, network, side, maskSize(analysisCopy, side)),
      network.engine,
    )
    // From nearer, if it is as sure as has to be.
    if (!best || found.confidence >= Math.min(SURE_ENOUGH, best.confidence)) best = found
    if (best.confidence >= SURE_ENOUGH && isConclusive(best)) break
  }
  return best as Subject
}

/** The mask is no finer than the square. */
const maskSize = ({ width, height }: Pixels, side: number) => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The things of a mask with their holes closed, and how sure their outlines are. */
function subjectFromCoarseMask(soft: SoftMask, engine: string): Subject {
  const { width, height } = soft
  const things = filterComponents(soft)
  const alpha = things.bits.map((bit) => 255 * bit)
  return { alpha, width, height, confidence: outlineClarity(soft, things.bits), engine, components: things.components }
}

/**
 * How much lighter a mask is just inside its outline than just outside, less what it half sees elsewhere: 0–1. What is
 * inside does not count: food on a plate that was seen whole may be a hole.
 */
function outlineClarity({ alpha, width, height }: SoftMask, bits: Uint8Array): number {
  const reach = Math.max(2, Math.round(OUTLINE_WIDTH * Math.max(width, height)))
  const near = dilate({ bits, width, height }, reach).bits
  const rim = dilate({ bits: bits.map((bit) => 1 - bit), width, height }, reach).bits
  let [area, within, withins, beside, besides, elsewhere] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < bits.length; i++) {
    const value = alpha[i] / 255
    if (bits[i]) {
      area++
      if (!rim[i]) continue
      within += value
      withins++
    } else if (near[i]) {
      beside += value
      besides++
    } else elsewhere += value
  }
  if (area === 0) return 0
  // A picture that is all subject has no outline to be seen.
  const step = within / Math.max(1, withins) - beside / Math.max(1, besides)
  const clear = smoothstep(0.1, 0.8, step) * (1 - clamp(elsewhere / area, 0, 1))
  return Math.round(100 * clear) / 100
}
