import { type SmoothColours, smoothColours } from '../colour/colour-analysis.ts'
import type { Network, Networks, Tensor } from '../network-port.ts'
import { type SoftMask, thresholdMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import * as candidates from './candidates/choose-candidate.ts'
import { type GatheredCandidates, gatherCandidates } from './candidates/gather-candidates.ts'
import { sidesOff } from './candidates/limit-to-box.ts'
import { classicalMask } from './classical-mask.ts'
import { type DetectedObject, detectWithMaps } from './detector/detect-objects.ts'
import { hasEvidenceMaps } from './detector/infer-by-evidence.ts'
import * as bystanders from './detector/remove-bystanders.ts'
import * as neighbours from './detector/remove-cut-neighbours.ts'
import { eraseBlankBackdrop } from './erase-blank-backdrop.ts'
import { boxInPixels } from './hint-places.ts'
import { cleanUpMask } from './mask/clean-up-mask.ts'
import * as rims from './mask/even-rim.ts'
import * as pockets from './mask/fill-pockets.ts'
import { maskConfidence } from './mask/mask-confidence.ts'
import * as scales from './mask/two-scale-inference.ts'
import type { Sought } from './subject-hint.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128

/** What is known about a picture while its subject is looked for. */
export interface Search {
  /** RGB, on grey. All masks have its size. */
  readonly small: Pixels
  /** Of each pixel, if the picture has an alpha channel. */
  readonly opacity: Uint8Array | undefined
  readonly sought: Sought
  readonly networks: Networks
  /** For cut-outs; undefined if none is installed. */
  readonly network: Network | undefined
  /** What a detector recognised, and its maps. */
  readonly objects: readonly DetectedObject[]
  readonly maps: readonly Tensor[]
  /** Of the cut-out network on one square or two, or of a service; none without both. */
  readonly predictions: readonly SoftMask[]
  /** What else is asked about the picture while the predictions are fused. */
  readonly opinions: Promise<scales.FurtherOpinions> | undefined
  /** The mask so far. */
  readonly mask: SoftMask
  /** How likely the mask is right, 0–1; 0 if nothing was found. */
  readonly confidence: number
  /** Whether the mask was chosen among candidates, which tells its confidence too. */
  readonly isChosen: boolean
  /** Other masks that could be the subject, of any size, for a hint to choose among. */
  readonly considered: readonly SoftMask[]
  /** Number of separate things. */
  readonly components: number
  /** Of `small`, as soon as a stage needs them. */
  readonly colours?: SmoothColours
}

/** A step of the search: it returns what is known after it. */
export type Stage = (search: Search) => Search | Promise<Search>

/** A picture of which nothing is known but its mask. */
export const searchFrom = (
  picture: Pick<Search, 'small' | 'opacity' | 'sought' | 'networks'>,
  mask: SoftMask,
  predictions: readonly SoftMask[],
): Search => ({
  ...picture,
  ...{ network: undefined, objects: [], maps: [], predictions, opinions: undefined },
  ...{ mask, confidence: 0, isChosen: false, considered: [], components: 0 },
})

/** Asks the networks about a picture, and without a cut-out network its colours. */
export async function startSearch(picture: Pick<Search, 'small' | 'opacity' | 'sought' | 'networks'>): Promise<Search> {
  const { small, networks } = picture
  const [network, detector] = [await networks.find('cutout'), await networks.find('detect')]
  const saliency = await networks.find('saliency')
  // Networks run in a thread of their own, so everything that needs only the picture starts at once.
  const [detected, seen] = await Promise.all([
    detector && detectWithMaps(small, detector),
    network && scales.predictScales(small, network, saliency),
  ])
  const mask = seen?.predictions[0] ?? (await classicalMask(small))
  return { ...searchFrom(picture, mask, []), network, ...detected, ...seen }
}

const fuseScales: Stage = (search) => {
  const [coarse, fine] = search.predictions
  return coarse && fine ? { ...search, mask: scales.fuseScales(coarse, fine) } : search
}

const eraseBackdrop: Stage = (search) => ({ ...search, mask: eraseBlankBackdrop(search.mask, search.small) })

const limitToOpaque: Stage = (search) => ({ ...search, mask: withinOpacity(search.mask, search) })

const withinOpacity = (mask: SoftMask, { opacity }: Search): SoftMask =>
  opacity ? { ...mask, alpha: mask.alpha.map((value, i) => Math.min(value, opacity[i])) } : mask

const removeBystanders: Stage = (search) => ({
  ...search,
  mask: bystanders.removeBystanders(search.mask, search.objects),
})

const removeCutNeighbours: Stage = (search) => ({ ...search, mask: withoutNeighbours(search.mask, search) })

const withoutNeighbours = (mask: SoftMask, { sought }: Search): SoftMask =>
  sought.withNeighbours ? mask : neighbours.removeCutNeighbours(mask)

const cleanUp: Stage = (search) => {
  const { filtered, ...mask } = cleanUpMask(search.mask)
  const seen = maskConfidence(search.small, search.mask, filtered, search.predictions.length > 0)
  const confidence = search.isChosen && seen > 0 ? search.confidence : seen
  return { ...search, mask, confidence, components: filtered.components }
}

/** The masks that could be the subject; none for a network of a fixed size, or without one. */
export async function candidatesFor(search: Search): Promise<GatheredCandidates> {
  const { small, network, networks, opinions, maps, mask, sought } = search
  if (!network || !opinions) return { candidates: [], draw: async () => undefined }
  const predictions = search.predictions.map((one) => withoutNeighbours(withinOpacity(one, search), search))
  const ware = hasEvidenceMaps(maps) ? await networks.find('ware') : undefined
  const advisers = { network, opinions, ware: ware && { network: ware, maps } }
  return gatherCandidates(small, { ...mask, predictions }, advisers, sought)
}

const chooseCandidate: Stage = async (search) => {
  const { candidates: all, draw } = await candidatesFor(search)
  const choice = candidates.chooseCandidate(all, search.sought)
  if (!choice) return search
  const confidence = Math.round(100 * choice.confidence) / 100
  const considered = [
    ...all.map(({ bits, ...size }) => ({ ...size, alpha: bits.map((bit) => 255 * bit) })),
    ...search.predictions.map((one) => withoutNeighbours(withinOpacity(one, search), search)),
  ]
  return { ...search, mask: (await draw(choice.chosen)) ?? search.mask, confidence, isChosen: true, considered }
}

/** Changes the mask of a photo. A picture with transparent parts has its outline already. */
function onPhoto(search: Search, change: (mask: SoftMask, colours: SmoothColours) => SoftMask): Search {
  if (search.opacity || search.confidence === 0) return search
  const colours = search.colours ?? smoothColours(search.small)
  return { ...search, colours, mask: change(search.mask, colours) }
}

const fillPockets: Stage = (search) => onPhoto(search, pockets.fillPockets)
const evenRim: Stage = (search) => {
  // Two dishes have no one rim.
  if (search.components !== 1) return search
  const even = onPhoto(search, (mask, colours) => rims.evenRim(mask, colours, search.predictions))
  // Who draws a box around a handle wants it.
  return offBox(even) > offBox(search) ? search : even
}

const offBox = ({ mask, sought: { box } }: Search): number =>
  box ? sidesOff(thresholdMask(mask, INSIDE), boxInPixels(box, mask)) : 0

const CLEARING = [eraseBackdrop, limitToOpaque, removeBystanders, removeCutNeighbours, cleanUp]

/** The stages after a strong network, which knows plates and rims better than the others. */
export const STRONG_STAGES: readonly Stage[] = [limitToOpaque, removeBystanders, removeCutNeighbours, cleanUp]

/** The stages for a mask that a service made: it is cleaned up and doubted like any other. */
export const PROVIDED_STAGES: readonly Stage[] = [limitToOpaque, cleanUp]

/** The stages of the search, in order. A candidate that was chosen is cleared as the first mask was. */
export const STAGES: readonly Stage[] = [fuseScales, ...CLEARING, chooseCandidate, ...CLEARING, fillPockets, evenRim]
