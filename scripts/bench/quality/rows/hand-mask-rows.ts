import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { realNetworks } from '#server-testing/networks'
import { checksumOf, type HandDrawnMask, overlapOf, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'

/** From this overlap on a cut-out shows the dish as somebody would cut it by hand. */
const GOOD = 0.9
/** From this confidence on nobody is asked to look. */
const SURE = 0.9

interface Judged {
  readonly name: string
  readonly half: HandDrawnMask['half']
  readonly overlap: number
  readonly confidence: number
  /** Of colours alone. */
  readonly peer: number
  /** Of the layer of the food with the food that was drawn; undefined if none was drawn. */
  readonly food: number | undefined
}

/** Compares the subject of every photo that somebody drew by hand with the drawing. */
export const handMaskQuality: Quality = async ({ photos }) => {
  const masks = readHandDrawnMasks()
  const networks = realNetworks()
  const judged: Judged[] = []
  for (const photo of photos) {
    const bytes = readFileSync(photo)
    const mask = masks.get(checksumOf(bytes))
    if (!mask) continue
    const pixels = await decodeImage(bytes)
    const ours = await findSubject(pixels, networks)
    const classical = await findSubject(pixels, NO_NETWORKS)
    const truth = await paintMask(mask.dish, ours)
    const { layers } = await findLayers(pixels, ours, networks)
    judged.push({
      name: parse(photo).name,
      half: mask.half,
      confidence: ours.confidence,
      overlap: overlapOf(ours.alpha, truth),
      peer: overlapOf(classical.alpha, truth),
      food: mask.food.length > 0 ? overlapOf(layers.dish.alpha, await paintMask(mask.food, ours)) : undefined,
    })
  }
  await networks.close()
  const halves = [
    ['never fitted', judged.filter(({ half }) => half === 'judged')],
    ['fitted', judged.filter(({ half }) => half === 'fitted')],
  ] as const
  return halves
    .filter(([, some]) => some.length > 0)
    .flatMap(([half, some]) => [
      overlapCheck(half, some),
      silenceCheck(half, some),
      reliabilityCheck(half, some),
      foodCheck(half, some),
    ])
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const worstOf = (some: readonly Judged[]) => some.reduce((least, one) => (one.overlap < least.overlap ? one : least))
const asNote = ({ name, overlap, confidence }: Judged) =>
  `${name} ${overlap.toFixed(2)} (confidence ${confidence.toFixed(2)})`

function overlapCheck(half: string, some: readonly Judged[]): Check {
  const share = some.filter(({ overlap }) => overlap >= GOOD).length / some.length
  return {
    what: `cut-out against masks drawn by hand, ${half}: IoU of at least ${GOOD}`,
    target: '>= 85 % of the photos',
    ours: `${(100 * share).toFixed(0)} % of ${some.length}, mean ${mean(some.map(({ overlap }) => overlap)).toFixed(3)}`,
    peer: `colours alone ${((100 * some.filter(({ peer }) => peer >= GOOD).length) / some.length).toFixed(0)} %, mean ${mean(some.map(({ peer }) => peer)).toFixed(3)}`,
    met: share >= 0.85,
    note: `worst ${asNote(worstOf(some))}`,
  }
}

function silenceCheck(half: string, some: readonly Judged[]): Check {
  const silent = some.filter(({ overlap, confidence }) => overlap < GOOD && confidence >= SURE)
  return {
    what: `cut-out against masks drawn by hand, ${half}: wrong without a word`,
    target: 'none',
    ours: `${silent.length} of ${some.filter(({ overlap }) => overlap < GOOD).length} wrong ones`,
    peer: '',
    met: silent.length === 0,
    note: silent.length === 0 ? '' : `worst ${asNote(worstOf(silent))}`,
  }
}

function reliabilityCheck(half: string, some: readonly Judged[]): Check {
  const bands = [
    [0.9, 1.01],
    [0.7, 0.9],
    [0.5, 0.7],
    [0, 0.5],
  ] as const
  const share = (from: number, to: number) => {
    const inside = some.filter(({ confidence }) => confidence >= from && confidence < to)
    return { count: inside.length, good: inside.filter(({ overlap }) => overlap >= GOOD).length }
  }
  const sure = share(SURE, 1.01)
  return {
    what: `cut-out against masks drawn by hand, ${half}: of those with a confidence of at least ${SURE}, right`,
    target: '>= 95 %',
    ours: sure.count === 0 ? 'none is as sure' : `${((100 * sure.good) / sure.count).toFixed(0)} % of ${sure.count}`,
    peer: '',
    met: sure.count > 0 && sure.good >= 0.95 * sure.count,
    note: bands
      .map(([from, to]) => ({ from, ...share(from, to) }))
      .map(({ from, good, count }) => `from ${from}: ${good} of ${count}`)
      .join(', '),
  }
}

/** From this overlap on the layer of the food can be edited alone. */
const GOOD_FOOD = 0.8

function foodCheck(half: string, some: readonly Judged[]): Check {
  const drawn = some.flatMap(({ name, food }) => (food === undefined ? [] : [{ name, food }]))
  const good = drawn.filter(({ food }) => food >= GOOD_FOOD)
  const worst = drawn.reduce((least, one) => (one.food < least.food ? one : least))
  return {
    what: `layer of the food against food drawn by hand, ${half}: IoU of at least ${GOOD_FOOD}`,
    target: '>= 85 % of the photos',
    ours: `${((100 * good.length) / drawn.length).toFixed(0)} % of ${drawn.length}, mean ${mean(drawn.map(({ food }) => food)).toFixed(3)}`,
    peer: '',
    met: good.length >= 0.85 * drawn.length,
    note: `worst ${worst.name} ${worst.food.toFixed(2)}`,
  }
}
