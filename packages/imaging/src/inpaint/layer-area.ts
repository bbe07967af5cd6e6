import type { Networks } from '../network-port.ts'
import { dilate, labelComponents } from '../raster/masks/binary-mask.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { findSubject } from '../segmentation/find-subject.ts'
import { findLayers, type LayerId, type Layers } from '../segmentation/layers/layer-masks.ts'
import type { FillMask } from './working-copy.ts'

export interface LayerArea extends FillMask {
  /** How sure it is that this is that layer: 0-1. */
  readonly confidence: number
}

/** From so much of the mask on a pixel belongs to the layer. */
const MIN_ALPHA: Readonly<Record<LayerId, number>> = {
  dish: 40,
  plate: 40,
  background: 128,
  table: 128,
  highlights: 150,
  shadows: 128,
}
/** How far beyond its edge a layer is taken, of the long side: what has been part of a thing shines around it. */
const GROWTH: Readonly<Record<LayerId, number>> = {
  dish: 0.012,
  plate: 0.012,
  background: 0,
  table: 0,
  highlights: 0.003,
  shadows: 0.004,
}
/** Of the picture; gloss is smaller, and what is larger is a white thing. */
const LARGEST_GLINT = 0.001
/** Of the dish; a plate of less has nothing to give. */
const MIN_PLATE = 0.3

/** A layer of a photo as an area to fill, and what it must not be filled with. */
export async function layerArea(pixels: Pixels, layer: LayerId, networks: Networks): Promise<LayerArea> {
  const { width, height, layers } = await findLayers(pixels, await findSubject(pixels, networks))
  const small = { width, height }
  const inside = (id: LayerId) => layers[id].alpha.map((value) => (value >= MIN_ALPHA[id] ? 1 : 0))
  const bits = layer === 'highlights' ? removeLarge({ bits: inside(layer), ...small }) : inside(layer)
  const reach = Math.round(GROWTH[layer] * Math.max(width, height))
  const grown = reach === 0 ? bits : dilate({ bits, ...small }, reach).bits
  const kept = excludedFor(layer, layers)
  const enlarged = async (some: Uint8Array) => {
    const alpha = await resizeMask({ alpha: some.map((bit) => 255 * bit), ...small }, pixels)
    return alpha.map((value) => (value >= 128 ? 255 : 0))
  }
  return {
    hole: await enlarged(grown),
    excluded: kept && (await enlarged(kept)),
    confidence: layers[layer].confidence,
  }
}

/** A plate goes on where its dish was, and the table where the plate was; what stays is not sown over it. */
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

function removeLarge(mask: { bits: Uint8Array; width: number; height: number }): Uint8Array {
  const { labels, count } = labelComponents(mask, 1)
  const sizes = new Uint32Array(count + 1)
  for (const label of labels) sizes[label] += 1
  const most = LARGEST_GLINT * mask.bits.length
  return mask.bits.map((bit, i) => (bit === 1 && sizes[labels[i]] <= most ? 1 : 0))
}
