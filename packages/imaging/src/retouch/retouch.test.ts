import { describe, expect, it } from 'vitest'
import { copyOf, drawDish, drawPicture, means } from '../../test/support/drawn-pictures.ts'
import { lumaSsim, meanDeltaE } from '../../test/support/picture-measures.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { correctFaults } from './correct-faults.ts'
import { darkenBackground } from './darken-background.ts'
import { describeFaults } from './describe-faults.ts'
import { applyGainMap } from './gain-map.ts'
import { lightDish } from './light-dish.ts'
import { applyVibrance } from './vibrance.ts'

const dish = drawDish()

/** The plate of a drawn dish, which is a circle in the middle. */
const plate = (width = 480, height = 360, radius = 0.44): Subject => {
  const alpha = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot(x - width / 2, y - height / 2) < radius * height) alpha[y * width + x] = 255
  return { alpha, width, height, confidence: 0.9, engine: 'test' }
}

const spreadOf = ({ data }: Pixels) => {
  let sum = 0
  for (let i = 0; i < data.length; i += 3)
    sum += Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2])
  return sum / (data.length / 3)
}

describe('applyVibrance', () => {
  const made = async (picture: Pixels, strength: number) => {
    const result = copyOf(picture)
    applyVibrance(result, await makeAnalysisCopy(picture), strength)
    return result
  }

  it('changes no pixel with strength 0', async () => {
    expect((await made(dish, 0)).data).toEqual(dish.data)
  })

  it('adds more colour the stronger it is, and never darkens a photo', async () => {
    const all = await Promise.all([0, 0.25, 0.5, 0.75, 1].map((strength) => made(dish, strength)))
    all.slice(1).forEach((picture, i) => {
      expect(spreadOf(picture)).toBeGreaterThan(spreadOf(all[i]))
      expect(means(picture)[1]).toBeGreaterThanOrEqual(means(all[i])[1] - 0.5)
    })
  })

  it('keeps white plates neutral, and vivid sauces and herbs natural', async () => {
    const colours = [
      [228, 225, 220],
      [205, 52, 30],
      [60, 130, 40],
      [250, 250, 250],
    ] as const
    const picture = drawPicture(400, 100, (x) => colours[Math.floor(x / 100)])
    const { data } = await made(picture, 1)
    const at = (i: number) => [...data.subarray((50 * 400 + 100 * i + 50) * 3, (50 * 400 + 100 * i + 50) * 3 + 3)]
    const spread = (colour: readonly number[]) => Math.max(...colour) - Math.min(...colour)
    expect(spread(at(0))).toBeLessThanOrEqual(spread(colours[0]) + 1)
    expect(spread(at(1))).toBeLessThan(spread(colours[1]) * 1.12)
    expect(spread(at(2))).toBeLessThan(spread(colours[2]) * 1.25)
    expect(spread(at(3))).toBe(0)
  })

  it('clips nothing that was not clipped', async () => {
    const bright = drawPicture(240, 120, (x, y) => [200 + (x % 56), 150 + (y % 100), 20 + ((3 * x) % 200)])
    const { data } = await made(bright, 1)
    for (let i = 0; i < data.length; i += 3) {
      const was = Math.max(...bright.data.subarray(i, i + 3))
      expect(Math.max(...data.subarray(i, i + 3))).toBeLessThanOrEqual(Math.max(253, was))
    }
  })

  it('does not change alpha', async () => {
    const data = Uint8Array.from({ length: 40 * 30 * 4 }, (_, i) => (i * 7919) % 251)
    const result = await made({ data, width: 40, height: 30, channels: 3 as never }, 0).then(() =>
      Uint8Array.from(data),
    )
    applyVibrance({ data: result, width: 40, height: 30, channels: 4 }, dish, 1)
    for (let i = 3; i < data.length; i += 4) expect(result[i]).toBe(data[i])
  })
})

describe('lightDish', () => {
  it('hardly changes a well-lit dish', async () => {
    const result = copyOf(dish)
    await lightDish(result, plate())
    expect(meanDeltaE(result, dish)).toBeLessThan(4)
    expect(lumaSsim(result, dish)).toBeGreaterThan(0.93)
  })

  it('keeps a blown white backdrop white, although it takes glare off the dish', async () => {
    const tented = drawPicture(480, 360, (x, y) => {
      const grain = 1 + 0.08 * Math.sin(x / 2) * Math.sin(y / 1.7)
      const away = Math.hypot(x - 240, y - 180)
      if (away < 80) return [255 * Math.min(1, 0.98 * grain), 240 * grain, 205 * grain]
      return away < 0.44 * 360 ? [249, 249, 250] : [255, 255, 255]
    })
    const result = copyOf(tented)
    const { recipe } = await lightDish(result, plate())
    expect(recipe.look.highlights).toBeGreaterThan(0.1)
    expect(Math.min(...result.data.slice(0, 3))).toBeGreaterThanOrEqual(254)
  })

  it('brightens a dark dish in front of a bright window more than the window', async () => {
    const backlit = drawPicture(480, 360, (x, y) => {
      const at = 3 * (y * 480 + x)
      const inside = Math.hypot(x - 240, y - 180) < 0.44 * 360
      return inside ? [dish.data[at] * 0.3, dish.data[at + 1] * 0.3, dish.data[at + 2] * 0.3] : [236, 236, 236]
    })
    const result = copyOf(backlit)
    const { pool } = await lightDish(result, plate())
    expect(pool).toBeGreaterThan(0.05)
    const middle = ({ data }: Pixels) => data[3 * (180 * 480 + 150) + 1]
    expect(middle(result)).toBeGreaterThan(middle(backlit) * 1.3)
  })
})

describe('darkenBackground', () => {
  it('changes no pixel of the dish and darkens the corners', () => {
    const result = copyOf(dish)
    const subject = plate()
    darkenBackground(result, subject)
    const isChanged = (i: number) => subject.alpha[Math.floor(i / 3)] > 0 && result.data[i] !== dish.data[i]
    expect(result.data.findIndex((_, i) => isChanged(i))).toBe(-1)
    expect(result.data[0]).toBeLessThan(dish.data[0] * 0.92)
  })

  it('changes nothing when everything is the dish, or nothing is', () => {
    for (const value of [0, 255]) {
      const result = copyOf(dish)
      darkenBackground(result, { ...plate(), alpha: new Uint8Array(480 * 360).fill(value) })
      if (value === 255) expect(result.data).toEqual(dish.data)
      expect(result.data).toHaveLength(dish.data.length)
    }
  })
})

describe('correctFaults', () => {
  it('reports that a good photo needs nothing, and hardly changes it', async () => {
    const result = copyOf(dish)
    const { findings } = await correctFaults(result)
    expect(describeFaults(findings).done).toEqual([])
    expect(meanDeltaE(result, dish)).toBeLessThan(2)
  })

  it.each([
    ['dark', (v: number) => v * 0.45, /too dark/, /Brightened/],
    ['veiled', (v: number) => 64 + v * 0.5, /veil/, /veil was taken off/],
    [
      'warm',
      (v: number, c: number) => Math.min(255, v * [1.15, 0.97, 0.6][c]),
      /warm light/,
      /warm light was taken out/,
    ],
  ] as const)('finds the fault of a %s photo and reports its correction', async (_, spoil, found, done) => {
    const spoilt = { ...dish, data: dish.data.map((v, i) => spoil(v, i % 3)) }
    const { findings } = await correctFaults(spoilt)
    const told = describeFaults(findings)
    expect(told.found.join(' ')).toMatch(found)
    expect(told.done.join(' ')).toMatch(done)
  })

  it.each([
    [1, 1],
    [1, 700],
    [900, 2],
  ])('accepts %i x %i pixels of one colour', async (width, height) => {
    for (const level of [0, 128, 255]) {
      const { recipe } = await correctFaults(drawPicture(width, height, () => [level, level, level]))
      expect(JSON.stringify(recipe)).not.toContain('null')
    }
  })
})

describe('applyGainMap', () => {
  it('keeps white white at every gain, and never wraps a colour to black', () => {
    const gains = Float32Array.from({ length: 2000 }, (_, x) => 0.9 + x / 5000)
    const ramp = { width: 2000, height: 1, gain: gains, colour: new Float32Array(2000).fill(1.1) }
    for (const colour of [
      [255, 255, 255],
      [255, 254, 255],
      [254, 255, 250],
      [255, 240, 2],
    ] as const) {
      const picture = drawPicture(2000, 2, () => colour)
      applyGainMap(picture, ramp)
      for (let at = 0; at < picture.data.length; at += 3) expect(picture.data[at]).toBeGreaterThan(215)
    }
  })
})
