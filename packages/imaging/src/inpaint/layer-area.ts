import type { Networks } from '../network-port.ts'
import type { BinaryMask } from '../raster/masks/binary-mask.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import { dilate } from '../raster/masks/morphology.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { findLayers, type LayerId, type Layers } from '../segmentation/layers/layer-masks.ts'
import type { FillMask } from './working-copy.ts'

export interface LayerArea extends FillMask {
  /** How likely it is that this is that layer: 0–1. */
  readonly confidence: number
}

/** Alpha from which a pixel belongs to the layer. */
const MIN_ALPHA: Readonly<Record<LayerId, number>> = {
  dish: 40,
  plate: 40,
  background: 128,
  table: 128,
  highlights: 150,
  shadows: 128,
}
/**
 * How far an area grows beyond its layer, as a share of the long side: a thing reflects light onto its surroundings.
 */
const GROWTH: Readonly<Record<LayerId, number>> = {
  dish: 0.012,
  plate: 0.012,
  background: 0,
  table: 0,
  highlights: 0.003,
  shadows: 0.004,
}
/** Share of the picture above which a highlight is a white thing, not gloss. */
const LARGEST_GLINT = 0.001
/** A plate smaller than this share of the dish is too small to copy from. */
const MIN_PLATE = 0.3

/** A layer of a photo as an area to fill, with what it must not be filled from. */
export async function layerArea(
  pixels: Pixels,
  layer: LayerId,
  subject: Subject,
  networks: Networks,
): Promise<LayerArea> {
  const { width, height, layers } = await findLayers(pixels, subject, networks)
  const small = { width, height }
  const inside = (id: LayerId) => layers[id].alpha.map((value) => (value >= MIN_ALPHA[id] ? 1 : 0))
  const bits = layer === 'highlights' ? removeLarge({ bits: inside(layer), ...small }) : inside(layer)
  const reach = Math.round(GROWTH[layer] * Math.max(width, height))
  const grown = reach === 0 ? bits : dilate({ bits, ...small }, reach).bits
  const kept = excludedFor(layer, layers)
  const enlarge = async (mask: Uint8Array) => {
    const alpha = await resizeMask({ alpha: mask.map((bit) => 255 * bit), ...small }, pixels)
    return alpha.map((value) => (value >= 128 ? 255 : 0))
  }
  return {
    hole: await enlarge(grown),
    excluded: kept && (await enlarge(kept)),
    confidence: layers[layer].confidence,
  }
}

/**
 * What must not be copied into a layer. Where the dish was, its plate continues, and where the plate was, the table. Things
 * that stay are not repeated.
 */
function excludedFor(layer: LayerId, layers: Layers['layers']): Uint8Array | undefined {
  const sum = (id: LayerId) => layers[id].alpha.reduce((total, value) => total + (value >= 128 ? 1 : 0), 0)
  if (layer === 'dish') {
    if (sum('plate') < MIN_PLATE * sum('dish')) return undefined
    return layers.plate.alpha.map((value) => (value >= 200 ? 0 : 1))
  }
  if (layer === 'background' || layer === 'table') {
    return layers.background.alpha.map((value) => (value >= 128 ? 0 : 1))
  }
  return layer === 'plate' ? layers.dish.alpha.map((value) => (value >= 40 ? 1 : 0)) : undefined
}

function removeLarge(mask: BinaryMask): Uint8Array {
  const { labels, areas } = labelComponents(mask, 1)
  const most = LARGEST_GLINT * mask.bits.length
  return mask.bits.map((bit, i) => (bit === 1 && areas[labels[i]] <= most ? 1 : 0))
}
