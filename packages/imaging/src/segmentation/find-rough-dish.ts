import type { Networks } from '../network-port.ts'
import type { Pixels } from '../raster/pixels.ts'
import { inferCoarseMask } from './coarse-inference.ts'
import type { Subject } from './find-subject.ts'

/** Confidence below which a coarse mask says nothing about the light of a photo. */
const LEAST = 0.4

/**
 * The dish on a small copy, good enough to measure its light on, for a small part of the time of an exact mask.
 *
 * @returns undefined without a network that can be so quick, or where it is not sure
 */
export async function findRoughDish(analysisCopy: Pixels, networks: Networks): Promise<Subject | undefined> {
  const network = await networks.find('cutout')
  if (!network?.anySize) return undefined
  const found = await inferCoarseMask(analysisCopy, network)
  return found.confidence >= LEAST ? found : undefined
}
