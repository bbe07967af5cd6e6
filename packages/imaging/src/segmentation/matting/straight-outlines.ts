import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { medianOf } from '../candidates/colour-analysis.ts'
import { type AlphaModel, Term, Trimap } from './alpha-model.ts'
import type { ColourPlanes } from './local-mean-colours.ts'

/** Radius of the window in which an outline has to be straight, and of those that measure its place and its softness. */
const STRAIGHT_RADIUS = 8
const PLACE_RADIUS = 2
const SOFTNESS_RADIUS = 6
/** How far the share of a mask in its window may be from that beside a straight line: straight, and not straight. */
const STRAIGHT = [0.1, 0.2] as const
/** The mean of alpha · (1 − alpha) across an edge is a sixth of its width. */
const WIDTH_OF_MEAN = 6
/** How far from one half the alpha of pixels is that are taken for the line itself. */
const ON_LINE = 0.1
/** How many times softer than usual an edge may be: what is softer is fur. */
const SOFTER = 1.5
/** Width in full-size pixels of the hardest edge. */
const HARD = 1.6

/**
 * Draws the straight parts of an outline by their place and softness alone, not by the colour of each pixel: the threads of a
 * cloth and the grains of a stone have the colour of the rim here and there, and would stay on it as fur. Corners and what is
 * thin still follow the colours. The place is that of the outline by colours, levelled over a few pixels.
 *
 * @param colours of the analysis copy, 0–1
 * @param mask of the network, 0–1
 * @param model its terms are changed
 * @param enlargement how many times larger the picture is than the copy
 */
export function drawStraightOutlines(
  colours: ColourPlanes,
  mask: Float32Array,
  { trimap, terms, width, height }: AlphaModel,
  enlargement: number,
): void {
  const byColour = new Float32Array(mask.length)
  const mixture = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    byColour[i] = trimap[i] === Trimap.unknown ? alphaAt(terms, colours, i) : trimap[i] === Trimap.foreground ? 1 : 0
    mixture[i] = byColour[i] * (1 - byColour[i])
  }
  const around = boxMean(mask, width, height, STRAIGHT_RADIUS)
  const place = boxMean(byColour, width, height, PLACE_RADIUS)
  const mixed = boxMean(mixture, width, height, SOFTNESS_RADIUS)
  const hardest = HARD / enlargement
  const softnessAt = (i: number) => Math.max(hardest, WIDTH_OF_MEAN * (2 * SOFTNESS_RADIUS + 1) * mixed[i])
  const onLine: number[] = []
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] === Trimap.unknown && Math.abs(place[i] - 0.5) < ON_LINE) onLine.push(softnessAt(i))
  }
  const softest = Math.max(SOFTER * medianOf(onLine), 2 * hardest)
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] !== Trimap.unknown) continue
    const softness = Math.min(softest, softnessAt(i))
    // Levelling makes an edge at least as wide as its window, and a soft one wider at its ends.
    const distance = (place[i] - 0.5) * Math.max(softness + 1, 2 * PLACE_RADIUS + 1)
    const bend = Math.abs(around[i] - 0.5 - distance / (2 * STRAIGHT_RADIUS + 1))
    const straight = 1 - smoothstep(...STRAIGHT, bend)
    if (straight === 0) continue
    const at = Term.count * i
    for (const colour of [Term.red, Term.green, Term.blue]) terms[at + colour] *= 1 - straight
    terms[at + Term.offset] += straight * (0.5 + distance / softness - terms[at + Term.offset])
  }
}

function alphaAt(terms: Float32Array, [red, green, blue]: ColourPlanes, i: number): number {
  const at = Term.count * i
  const sum = terms[at + Term.red] * red[i] + terms[at + Term.green] * green[i] + terms[at + Term.blue] * blue[i]
  return clamp(sum + terms[at + Term.offset], 0, 1)
}
