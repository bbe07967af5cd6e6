import { describe, expect, it } from 'vitest'
import { copyOf, drawDish } from '../../../test/support/drawn-pictures.ts'
import { meanDeltaE } from '../../../test/support/picture-measures.ts'
import { decodeLight, encodeLight } from '../../colour/linear-light.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { matchTraits, recipeTowards } from './match-traits.ts'
import { measureTraits, medianTraits, type PhotoTraits, traitSimilarity } from './photo-traits.ts'

const dish = drawDish()

const plate: Subject = {
  alpha: Uint8Array.from({ length: 480 * 360 }, (_, i) =>
    Math.hypot((i % 480) - 240, Math.floor(i / 480) - 180) < 158 ? 255 : 0,
  ),
  width: 480,
  height: 360,
  confidence: 0.9,
  engine: 'test',
}

/** The picture as other light would have recorded it. */
const relit = ({ data, ...rest }: Pixels, gains: readonly [number, number, number]): Pixels => ({
  ...rest,
  data: data.map((v, i) => Math.round(255 * encodeLight(Math.min(1, decodeLight(v / 255) * gains[i % 3])))),
})

const characterised = async (pixels: Pixels): Promise<PhotoTraits> =>
  measureTraits(await makeAnalysisCopy(pixels), plate)

const matched = async (pixels: Pixels, target: PhotoTraits) => {
  const result = copyOf(pixels)
  const analysisCopy = await makeAnalysisCopy(pixels)
  const own = await measureTraits(analysisCopy, plate)
  return { ...(await matchTraits(target, { pixels: result, analysisCopy, own, subject: plate })), result, own }
}

describe('a photo matched to another', () => {
  it.each([
    ['darker', [0.55, 0.55, 0.55]],
    ['warmer', [1.2, 0.96, 0.68]],
    ['cooler', [0.85, 1, 1.25]],
  ] as const)('comes closer to it when it was %s, and its score rises', async (_, gains) => {
    const other = relit(dish, gains)
    const target = await characterised(dish)
    const { result, own, after } = await matched(other, target)
    expect(meanDeltaE(result, dish)).toBeLessThan(0.75 * meanDeltaE(other, dish))
    expect(traitSimilarity(after, target).score).toBeGreaterThan(traitSimilarity(own, target).score)
  })

  it('does not change when both are the same photo', async () => {
    const { result, crop, after } = await matched(dish, await characterised(dish))
    expect(meanDeltaE(result, dish)).toBeLessThan(0.2)
    expect(crop).toBeUndefined()
    expect(traitSimilarity(after, await characterised(dish))).toEqual({ score: 100, isOutlier: false, reasons: [] })
  })

  it('never changes so much that it looks false, and is reported as standing out', async () => {
    const candle = relit(dish, [0.5, 0.2, 0.05])
    const target = await characterised(dish)
    const { own, after } = await matched(candle, target)
    const { balance, exposure } = recipeTowards(own, target, candle)
    expect(Math.max(...balance) / Math.min(...balance)).toBeLessThanOrEqual(Math.exp(0.8) + 0.01)
    expect(exposure).toBeLessThanOrEqual(1.01)
    const { isOutlier, reasons } = traitSimilarity(after, target)
    expect(isOutlier).toBe(true)
    expect(reasons.join(' ')).toMatch(/warmer|darker/)
  })

  it('keeps a white background white even if the other backgrounds are darker', async () => {
    const white = { ...dish, data: dish.data.map((v, i) => (plate.alpha[Math.floor(i / 3)] === 255 ? v : 250)) }
    const target = { ...(await characterised(white)), background: { light: 0.2, colour: 0.2, red: 0.1, blue: -0.1 } }
    const { result } = await matched(white, target)
    expect(result.data[0]).toBeGreaterThan(235)
  })
})

it('the median of a batch ignores one photo that is very different', () => {
  const one = { light: 0, red: 0, blue: 0, fill: 0.4, background: { light: 0.5, colour: 0.1, red: 0, blue: 0 } }
  const odd = { ...one, light: -2, red: 0.6, blue: -1.2, background: undefined, fill: undefined }
  expect(medianTraits([one, odd, one])).toEqual(one)
})
