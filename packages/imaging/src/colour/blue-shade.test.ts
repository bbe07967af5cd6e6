import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { findPreset } from '../tone/enhance-presets.ts'
import { planRecipe } from '../tone/plan-recipe.ts'
import { renderRecipe } from '../tone/render-recipe.ts'
import { selectCorrections } from '../tone/select-corrections.ts'
import { blueShade } from './blue-shade.ts'

type Colour = readonly [red: number, green: number, blue: number]

const [WIDTH, HEIGHT] = [384, 288]
const WHITE: Colour = [226, 225, 223]
const BLUISH: Colour = [196, 213, 232]

/** A bowl of sauce on a dark table; its ware has one colour on the left and one on the right. */
const bowl = (left: Colour, right: Colour) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    const far = Math.hypot(x - 192, y - 144)
    const grain = 10 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (far > 120) return [90 + grain, 80 + grain, 70 + grain]
    if (far < 60) return [170 + grain, 90 + grain, 50]
    return x < 192 ? left : right
  })
const dish = {
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    Math.hypot((i % WIDTH) - 192, Math.floor(i / WIDTH) - 144) < 120 ? 1 : 0,
  ),
}

describe('blueShade', () => {
  it('knows a white bowl that a window makes blue on one side', () => {
    expect(blueShade(bowl(BLUISH, WHITE), dish)).toBe(1)
  })

  it('takes a pale blue bowl for blue, and a white one for white', () => {
    expect(blueShade(bowl(BLUISH, BLUISH), dish)).toBe(0)
    expect(blueShade(bowl(WHITE, WHITE), dish)).toBe(0)
  })

  it('leaves the blue where the table is blue, because its paler parts would turn grey', () => {
    const onBlue = bowl(BLUISH, WHITE)
    for (let i = 0; i < WIDTH * HEIGHT; i++) if (dish.data[i] === 0) onBlue.data.set([96, 128, 176], 3 * i)
    expect(blueShade(onBlue, dish)).toBe(0)
  })

  it('leaves the blue where the ware has a blue pattern, whose fine lines would turn grey', () => {
    const patterned = bowl(BLUISH, WHITE)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const far = Math.hypot((i % WIDTH) - 192, Math.floor(i / WIDTH) - 144)
      if (far > 100 && far < 104) patterned.data.set([60, 90, 190], 3 * i)
    }
    expect(blueShade(patterned, dish)).toBe(0)
  })

  it('is a correction of colour, so it stays where colour is left out', () => {
    const grain = { luma: 0, chroma: 0, sharpness: 1.2, blocks: 0 }
    const recipe = planRecipe(bowl(BLUISH, WHITE), grain, findPreset('balanced')!, dish)
    expect(selectCorrections(recipe, new Set(['light'])).blueShade).toBe(0)
    expect(selectCorrections(recipe, new Set(['color'])).blueShade).toBe(1)
  })

  it('looks at the dish only', () => {
    const plain = { ...dish, data: dish.data.map((_, i) => (i % WIDTH > 200 ? dish.data[i] : 0)) }
    expect(blueShade(bowl(BLUISH, WHITE), plain)).toBe(0)
  })
})

describe('developing white ware in two lights', () => {
  const preset = findPreset('balanced')
  const noGrain = { luma: 0, chroma: 0, sharpness: 1.9, blocks: 0 }
  const developed = (left: Colour, right: Colour, subject?: typeof dish) => {
    if (!preset) throw new Error('there is no preset balanced')
    const photo = bowl(left, right)
    const copy = { ...photo, data: Uint8Array.from(photo.data) }
    renderRecipe(photo, copy, planRecipe(copy, noGrain, preset, subject))
    const blueAt = (x: number) => {
      const i = 3 * (144 * WIDTH + x)
      return (photo.data[i + 2] ?? 0) - (photo.data[i] ?? 0)
    }
    return { left: blueAt(100), right: blueAt(284) }
  }

  it('makes both sides white', () => {
    const { left, right } = developed(BLUISH, WHITE, dish)
    expect(left).toBeLessThan(14)
    expect(Math.abs(right)).toBeLessThan(8)
  })
})
