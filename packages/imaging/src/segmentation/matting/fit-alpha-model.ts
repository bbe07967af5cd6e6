import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { type AlphaModel, Term, Trimap } from './alpha-model.ts'
import { refineAlpha } from './alpha-refinement.ts'
import { fitColourGuidedFilter } from './colour-guided-filter.ts'
import { type ColourPlanes, localMeanColours } from './local-mean-colours.ts'
import { drawStraightOutlines } from './straight-outlines.ts'

/** Radius of the guided filter's window, as a share of the long side. */
const WINDOW_SHARE = 1 / 256

/**
 * Fits the model that draws a mask's outline along the edges of the picture: a trimap, the local colours of both sides,
 * the refined mask, and a guided filter over it.
 *
 * @param small the analysis copy, RGB, of the mask's size
 * @param enlargement how many times larger the picture is than the copy
 */
export function fitAlphaModel(small: Pixels, alpha: Uint8Array, enlargement: number): AlphaModel {
  const { width, height } = small
  const mask = new Float32Array(alpha).map((value) => value / 255)
  const colours = colourPlanes(small)
  const terms = new Float32Array(Term.count * mask.length)
  const share = boxMean(mask, width, height, 2)
  const trimap = Uint8Array.from(share, (inside) =>
    inside > 0.997 ? Trimap.foreground : inside < 0.003 ? Trimap.background : Trimap.unknown,
  )
  storeLocalColours(small, colours, mask, terms)
  const radius = Math.max(2, Math.round(Math.max(width, height) * WINDOW_SHARE))
  const refined = refineAlpha(small, mask, trimap, terms)
  fitColourGuidedFilter(colours, refined, { width, height, radius, enlargement }, terms)
  drawStraightOutlines(colours, mask, { width, height, trimap, terms }, enlargement)
  for (let i = 0; i < share.length; i++) terms[Term.count * i + Term.mixture] = 1 - smoothstep(0.86, 0.99, share[i])
  return { width, height, trimap, terms }
}

const colourPlanes = ({ data, width, height }: Pixels): ColourPlanes => {
  const channel = (c: number) => {
    const plane = new Float32Array(width * height)
    for (let i = 0; i < plane.length; i++) plane[i] = data[3 * i + c] / 255
    return plane
  }
  return [channel(0), channel(1), channel(2)]
}

/** Writes the local mean colours of what certainly is subject, and of what certainly is not, into the terms. */
function storeLocalColours(small: Pixels, colours: ColourPlanes, mask: Float32Array, terms: Float32Array): void {
  const share = boxMean(mask, small.width, small.height, 1)
  const target = { stride: Term.count, into: terms }
  const inside = share.map((value) => (value > 0.98 ? 1 : 0))
  localMeanColours(colours, inside, small, { ...target, at: Term.foreground })
  const outside = share.map((value) => (value < 0.02 ? 1 : 0))
  localMeanColours(colours, outside, small, { ...target, at: Term.background })
}
