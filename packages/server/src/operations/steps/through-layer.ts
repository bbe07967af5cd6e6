import { blendThroughMask } from '@platelight/imaging/raster/masks/blend-through-mask.ts'
import { fadeTowardsEdge } from '@platelight/imaging/raster/masks/fade-towards-edge.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Part } from '../instructions/edit-step.ts'
import { SURE } from '../picture/subject-warnings.ts'
import type { PictureState } from './picture-state.ts'

/**
 * The mask of the part that a step may change.
 *
 * @param fade `soft` lets a change of light begin gradually; a blur would leave a sharp ring around what it spares
 * @returns undefined for the whole picture
 * @throws ServiceError `subject_not_found`, and `area_empty` if the photo has nothing in that layer
 */
export async function maskOf(
  state: PictureState,
  { within, except }: Part,
  fade: 'none' | 'soft',
): Promise<SoftMask | undefined> {
  if (within === undefined && !except?.length) return undefined
  const { layers, width, height } = await state.layers()
  if (within !== undefined) {
    const { alpha, confidence } = layers[within]
    if (alpha.every((value) => value <= 128)) throw emptyLayer(within)
    if (confidence >= SURE) return { alpha, width, height }
    warnOnce(state, within)
    return fade === 'none' ? { alpha, width, height } : fadeTowardsEdge({ alpha, width, height }, fadeFor(confidence))
  }
  const kept = except ?? []
  // A pixel that belongs to what is kept even in part keeps its bytes: the blend changes only what is above one half.
  const outside = Uint8Array.from({ length: width * height }, (_, i) =>
    kept.some((id) => (layers[id].alpha[i] ?? 0) > 0) ? 0 : 255,
  )
  const mask = { alpha: outside, width, height }
  return fade === 'none' ? mask : fadeTowardsEdge(mask, fadeFor(Math.min(...kept.map((id) => layers[id].confidence))))
}

/** Width of the fade at the edge of a part, as a share of the long side. */
const FADE = 0.006
/** The same for an outline that may lie anywhere. Around one that is right, so wide a fade would be a halo. */
const WIDE_FADE = 0.04
const RIGHT = 0.8

const fadeFor = (confidence: number): number => (confidence >= RIGHT ? FADE : WIDE_FADE)

/**
 * Does a step on a part of the picture. Every pixel outside of it keeps its bytes.
 *
 * @param change may change the pixels in place; returns pixels of the same size
 */
export async function throughLayer(
  state: PictureState,
  mask: SoftMask | undefined,
  change: (pixels: Pixels) => Promise<Pixels>,
): Promise<void> {
  if (!mask) {
    state.pixels = await change(state.pixels)
    return
  }
  const edited = { ...state.pixels, data: Uint8Array.from(state.pixels.data) }
  state.pixels = await blendThroughMask(state.pixels, await change(edited), mask)
  state.faithfulness = 'retouch'
}

const emptyLayer = (layer: LayerId) =>
  new ServiceError(
    'area_empty',
    `This photo has nothing in the layer ${layer}, or the layer could not be found. POST /api/smart-layers shows the layers.`,
  )

function warnOnce({ warnings }: PictureState, layer: LayerId): void {
  const message = `The layer ${layer} may be incomplete, or contain more than it should. Check the result before you use it.`
  if (warnings.every((one) => one.message !== message)) warnings.push({ code: 'layer_uncertain', message })
}
