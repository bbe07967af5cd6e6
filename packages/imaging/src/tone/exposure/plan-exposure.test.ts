import { describe, expect, it } from 'vitest'
import { copyOf, drawPicture } from '../../../test/support/drawn-pictures.ts'
import { cielabOf } from '../../colour/cielab.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { developPhoto, planDevelopment } from '../develop-photo.ts'
import { findPreset, PRESETS } from '../enhance-presets.ts'

const WIDTH = 384
const HEIGHT = 288

const DISH = {
  width: WIDTH,
  height: HEIGHT,
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    Math.hypot((i % WIDTH) - WIDTH / 2, Math.floor(i / WIDTH) - HEIGHT / 2) < 128 ? 255 : 0,
  ),
}

type Colour = readonly [red: number, green: number, blue: number]

const served = (food: Colour, ware: Colour, table: Colour, glints = false) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    const distance = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)
    const grain = 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (glints && distance < 60 && x % 24 === 0 && y % 24 === 0) return [255, 255, 255]
    const at = (colour: Colour) => colour.map((code) => Math.max(0, Math.min(255, code * (1 + grain)))) as never
    if (distance < 60) return at(food)
    if (distance < 125) return ware
    // Without anything black the picture would count as hazy.
    return distance < 130 ? [6, 5, 4] : at(table)
  })

const developed = async (picture: Pixels, id = 'balanced', subject: SoftMask | null = DISH) => {
  const result = copyOf(picture)
  const { recipe, analysisCopy } = await planDevelopment(result, findPreset(id)!, { subject: subject ?? undefined })
  developPhoto(result, analysisCopy, recipe)
  return { result, recipe }
}

/** The colour at a place, averaged over a small square. */
const colourAt = ({ data, width }: Pixels, left: number, top: number) => {
  const sums = [0, 0, 0]
  for (let y = top; y < top + 16; y++)
    for (let x = left; x < left + 16; x++) for (let c = 0; c < 3; c++) sums[c] += data[3 * (y * width + x) + c]
  const [r, g, b] = sums.map((sum) => Math.round(sum / 256))
  return cielabOf(r, g, b)
}
/** A white bowl in its own shade, lit by a lamp, before a window that lights the table at its left. */
const beforeWindow = drawPicture(WIDTH, HEIGHT, (x, y) => {
  const distance = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)
  const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
  if (distance < 60) return [120 + grain, 84 + grain, 68 + grain]
  if (distance < 125) return [138, 124, 114]
  if (distance < 130) return [40, 35, 30]
  return x < 56 ? [184, 198, 204] : [120 + grain, 82 + grain, 54 + grain]
})
const tableOf = (picture: Pixels) => colourAt(picture, 16, HEIGHT / 2 - 8)

const wareOf = (picture: Pixels) => colourAt(picture, WIDTH / 2 - 100, HEIGHT / 2 - 8)
const foodOf = (picture: Pixels) => colourAt(picture, WIDTH / 2 - 8, HEIGHT / 2 - 8)

describe('white ware', () => {
  it.each(PRESETS.map(({ id }) => id))('in dull light ends light and neutral, and nothing clips: %s', async (id) => {
    const dull = served([130, 66, 40], [172, 170, 160], [110, 80, 56])
    const { result } = await developed(dull, id)
    expect(wareOf(result).lightness).toBeGreaterThan(86)
    expect(Math.abs(wareOf(result).b)).toBeLessThan(4)
    expect(result.data.every((code) => code < 254)).toBe(true)
  })

  it.each(PRESETS.map(({ id }) => id))('keeps no yellow of a warm light that nothing else shows: %s', async (id) => {
    const { result } = await developed(served([130, 66, 40], [178, 170, 157], [110, 80, 56]), id)
    expect(wareOf(result).lightness).toBeGreaterThan(86)
    expect(Math.abs(wareOf(result).b)).toBeLessThan(4)
  })

  it.each(PRESETS.map(({ id }) => id))(
    'of a pale blue stays blue where no second surface shows the light: %s',
    async (id) => {
      const { result } = await developed(served([130, 66, 40], [150, 176, 196], [200, 196, 190]), id)
      expect(wareOf(result).b).toBeLessThan(-7)
    },
  )

  it.each(PRESETS.map(({ id }) => id))(
    'in its own shade before a window becomes white, and the table is not blown: %s',
    async (id) => {
      const { result } = await developed(beforeWindow, id)
      expect(wareOf(result).lightness).toBeGreaterThan(85)
      expect(Math.abs(wareOf(result).b)).toBeLessThan(4)
      expect(tableOf(result).lightness).toBeGreaterThan(wareOf(result).lightness + 3)
      expect(result.data.every((code) => code < 254)).toBe(true)
    },
  )

  it('that is as light as it should be is not darkened', async () => {
    const bright = served([190, 120, 80], [230, 229, 228], [200, 180, 160])
    const { result } = await developed(bright)
    expect(wareOf(result).lightness).toBeGreaterThan(wareOf(bright).lightness - 1.5)
  })
})

describe('a dish without white ware', () => {
  const GREEN = [58, 112, 70] as const

  it.each(PRESETS.map(({ id }) => id))(
    'has whites where its lights are nearly white, and nothing clips: %s',
    async (id) => {
      const rice = served([206, 203, 196], GREEN, [110, 80, 56])
      const { result, recipe } = await developed(rice, id)
      expect(recipe.whites).toBeGreaterThan(0.01)
      expect(foodOf(result).lightness).toBeGreaterThan(foodOf(rice).lightness + 2)
      expect(result.data.every((code) => code < 254)).toBe(true)
    },
  )

  it('gains none for yellow food such as cheese, which would lose its colour', async () => {
    const cheese = served([222, 196, 128], GREEN, [110, 80, 56])
    const rice = served([200, 198, 194], GREEN, [110, 80, 56])
    const { recipe } = await developed(rice)
    expect(recipe.hasWhiteWare).toBe(false)
    expect(recipe.whites).toBeGreaterThan(0.01)
    expect((await developed(cheese)).recipe.whites).toBeLessThan(0.002)
  })

  it('gains none where its mask is unknown, because the middle of the frame may be a pale table', async () => {
    const { recipe } = await developed(served([206, 203, 196], GREEN, [110, 80, 56]), 'balanced', null)
    expect(recipe.whites).toBe(0)
  })

  it('gains no whites where nothing in it is nearly white', async () => {
    const { recipe } = await developed(served([130, 66, 40], GREEN, [225, 224, 222]))
    expect(recipe.whites).toBe(0)
  })
})

describe('a dim dish', () => {
  const dim = served([62, 44, 30], [40, 42, 48], [168, 130, 92])

  it.each(PRESETS.map(({ id }) => id))('gains visibly, and the table does not clip: %s', async (id) => {
    const { result } = await developed(dim, id)
    expect(foodOf(result).lightness).toBeGreaterThan(foodOf(dim).lightness + 2)
    expect(result.data.every((code) => code < 254)).toBe(true)
  })

  it('is not lifted where the mask is vague, because it may hold dark things beside the dish', async () => {
    const pixels = copyOf(dim)
    const { recipe } = await planDevelopment(pixels, findPreset('balanced')!, {
      subject: async () => ({ ...DISH, isVague: true }),
    })
    expect(recipe.lift).toBe(0)
  })

  it('is not called overexposed because it has glints', async () => {
    const { recipe } = await developed(served([62, 44, 30], [40, 42, 48], [120, 92, 66], true))
    expect(recipe.exposure).toBeGreaterThan(-0.1)
  })
})

describe('without the mask of the dish', () => {
  it('a white plate in dull light becomes light all the same', async () => {
    const { result } = await developed(served([130, 66, 40], [172, 170, 160], [110, 80, 56]), 'balanced', null)
    expect(wareOf(result).lightness).toBeGreaterThan(84)
    expect(result.data.every((code) => code < 254)).toBe(true)
  })

  it('a dim dish with glints is not darkened, whatever lies around it', async () => {
    const dim = served([62, 44, 30], [40, 42, 48], [200, 180, 160], true)
    const { result } = await developed(dim, 'balanced', null)
    expect(wareOf(result).lightness).toBeGreaterThan(wareOf(dim).lightness - 1)
    expect(foodOf(result).lightness).toBeGreaterThan(foodOf(dim).lightness - 1)
  })

  it('a plate of a pale blue is left blue, because nothing else shows that the light is', async () => {
    const blue = served([130, 66, 40], [150, 176, 196], [200, 196, 190])
    const { result } = await developed(blue, 'balanced', null)
    expect(wareOf(result).b).toBeLessThan(-8)
  })
})

it('social-media adds no colour to ware in the shade, whose pale blue is no food', async () => {
  const shaded = served([130, 66, 40], [118, 138, 172], [110, 80, 56])
  const [balanced, social] = [await developed(shaded), await developed(shaded, 'social-media')]
  expect(wareOf(social.result).b).toBeGreaterThan(wareOf(balanced.result).b - 2)
})
