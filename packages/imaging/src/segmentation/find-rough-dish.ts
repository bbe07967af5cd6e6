import type { Networks } from '../network-port.ts'
import type { Pixels } from '../raster/pixels.ts'
import { inferCoarseMask } from './coarse-inference.ts'
import type { Subject } from './find-subject.ts'

/** Confidence below which a coarse mask says nothing about the light of a photo, and below which it may hold more than the dish. */
const LEAST = 0.4
const SURE = 0.8

/** A coarse mask of the dish; a vague one may hold other things. */
export interface RoughDish extends Subject {
  readonly isVague: boolean
}

/**
 * The dish on a small copy, good enough to measure its light on, for a small part of the time of an exact mask.
 *
 * @returns undefined without a network that can be so quick, or where it is not sure
 */
export async function findRoughDish(analysisCopy: Pixels, networks: Networks): Promise<RoughDish | undefined> {
  const network = await networks.find('cutout')
  if (!network?.anySize) return undefined
  const found = await inferCoarseMask(analysisCopy, network)
  return found.confidence >= LEAST ? { ...found, isVague: found.confidence < SURE } : undefined
}
