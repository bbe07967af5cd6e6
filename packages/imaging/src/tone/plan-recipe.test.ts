import { describe, expect, it } from 'vitest'
import { drawPicture, seededRandom } from '../../test/support/drawn-pictures.ts'
import { findPreset } from './enhance-presets.ts'
import { planRecipe } from './plan-recipe.ts'

const GRAIN = { luma: 0, chroma: 0, sharpness: 1.2, blocks: 0 }

/** Pale food in a grey bowl on a bright table, as in the shade under a window. Specks of herbs are all that is dark. */
const paleScene = (speck: number, [red, green, blue] = [1, 1, 1]) => {
  const next = seededRandom(3)
  const isSpeck = Array.from({ length: 300 * 225 }, () => next() < 0.02)
  return drawPicture(300, 225, (x, y) => {
    const far = Math.hypot(x - 150, y - 112)
    const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (far < 60 && isSpeck[y * 300 + x]) return [red * speck, green * speck, blue * speck]
    if (far < 60) return [120 + grain, 96 + grain, 84 + grain]
    if (far < 100) return [132, 124, 120]
    return far < 102 ? [66 * red, 66 * green, 66 * blue] : [212, 218, 220]
  })
}

describe('the black point', () => {
  it('takes off a veil, which nothing is darker than', () => {
    expect(planRecipe(paleScene(60), GRAIN, findPreset('balanced')!).black).toBeGreaterThan(0.1)
  })

  it('takes off a veil beside a few black pixels too, such as a dead corner: they are no colour', () => {
    const scene = paleScene(60)
    const whole = planRecipe(scene, GRAIN, findPreset('balanced')!).black
    scene.data.fill(0, 0, 3 * Math.round(0.01 * 300 * 225))
    expect(planRecipe(scene, GRAIN, findPreset('balanced')!).black).toBeGreaterThan(0.8 * whole)
  })

  it('moves little where what is darkest has a colour, as red sauce: there is no veil, and its colour would become hard', () => {
    const { black } = planRecipe(paleScene(60), GRAIN, findPreset('balanced')!)
    const red = planRecipe(paleScene(70, [1.5, 0.8, 0.3]), GRAIN, findPreset('balanced')!).black
    expect(red).toBeGreaterThan(0.02)
    expect(red).toBeLessThan(0.4 * black)
  })

  it('stays where a pale scene has a few dark specks: it would only make food brown', () => {
    expect(planRecipe(paleScene(14), GRAIN, findPreset('balanced')!).black).toBeLessThan(0.03)
  })
})
