import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { copyOf } from '../../test/support/drawn-pictures.ts'
import { drawLeaves } from '../../test/support/leaves.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { developPhoto, planDevelopment } from './develop-photo.ts'
import { findPreset } from './enhance-presets.ts'
import { measureGrain } from './measure-grain.ts'
import { planRecipe } from './plan-recipe.ts'

const leaves = drawLeaves(400, 320, 5)
const raw = { width: leaves.width, height: leaves.height, channels: 3 } as const

/** Soft leaves, as large photos are, after compression. */
const compressed = async (quality: number): Promise<Pixels> => {
  const file = await sharp(leaves.data, { raw }).blur(2).jpeg({ quality }).toBuffer()
  return { ...leaves, data: new Uint8Array(await sharp(file).raw().toBuffer()) }
}

const balanced = findPreset('balanced')!

const developed = async (photo: Pixels, sharpen?: number) => {
  const { recipe, analysisCopy } = await planDevelopment(photo, balanced)
  const made = copyOf(photo)
  developPhoto(made, analysisCopy, sharpen === undefined ? recipe : { ...recipe, sharpen })
  return { blocks: measureGrain(made).blocks, recipe }
}

describe('the grid of compression blocks', () => {
  test('stands out in a strongly compressed picture and hardly in a good one', async () => {
    expect(measureGrain(await compressed(25)).blocks).toBeGreaterThan(1.2)
    expect(measureGrain(await compressed(90)).blocks).toBeLessThan(0.6)
  })

  test('is found at any offset, as after a crop', async () => {
    const whole = await compressed(25)
    const { data, info } = await sharp(whole.data, { raw })
      .extract({ left: 3, top: 5, width: 390, height: 310 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const cut = measureGrain({ data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 })
    expect(Math.abs(cut.blocks - measureGrain(whole).blocks)).toBeLessThan(0.3)
  })

  test.each([20, 35, 50])('at JPEG quality %d sharpening adds nothing to it', async (quality) => {
    const photo = await compressed(quality)
    const sharpened = await developed(photo)
    const plain = await developed(photo, 0)
    expect(sharpened.recipe.sharpen).toBeGreaterThan(0)
    expect(sharpened.blocks).toBeLessThanOrEqual(1.03 * plain.blocks)
  })

  test('at JPEG quality 80 nothing is spared', async () => {
    const photo = await compressed(80)
    const grain = measureGrain(photo)
    const { recipe } = await developed(photo)
    expect(recipe).toEqual(planRecipe(await makeAnalysisCopy(photo), { ...grain, blocks: 0 }, balanced))
  })
})
