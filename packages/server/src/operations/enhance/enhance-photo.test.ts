import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { drawDish, drawPicture, toFile } from '@platelight/imaging/testing/drawn-pictures.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { dishPhoto } from '../../../test/support/dish-photos.ts'
import { type EnhanceSettings, enhancePhoto } from './enhance-photo.ts'

const all = ['square', 'portrait', 'landscape', 'original'] as const
const work = (bytes: Uint8Array, params: Partial<EnhanceSettings> = {}) =>
  enhancePhoto(bytes, { preset: 'balanced', formats: [...all], upscale: false, ...params }, DEFAULT_LIMITS)

const sizes = ({ outputs }: Awaited<ReturnType<typeof work>>) =>
  Object.fromEntries(outputs.map(({ name, width, height }) => [name, [width, height]]))

describe('enhancePhoto', () => {
  it('creates every shot in its stated size, from existing pixels', async () => {
    const result = await work(await dishPhoto({ width: 640, height: 480 }))
    expect(sizes(result)).toEqual({
      square: [480, 480],
      portrait: [384, 480],
      landscape: [640, 360],
      original: [640, 480],
    })
    for (const { bytes, width, height, mime, extension } of result.outputs) {
      const header = await sharp(bytes).metadata()
      expect([header.width, header.height, header.format]).toEqual([width, height, 'jpeg'])
      expect([mime, extension]).toEqual(['image/jpeg', 'jpg'])
    }
    expect(result).toMatchObject({ source: { width: 640, height: 480, format: 'jpeg' }, engine: 'local' })
  })

  it('frames what lies between flat bars, and says so', async () => {
    const photo = await sharp(await dishPhoto({ width: 640, height: 360 }))
      .extend({ top: 60, bottom: 60, background: '#000' })
      .png()
      .toBuffer()
    const result = await work(photo)
    expect(result.source).toEqual({ width: 640, height: 480, format: 'png' })
    expect(result.warnings).toMatchObject([
      { code: 'bars_removed', message: expect.stringMatching(/\(top 6[01] px, bottom 6[01] px\)/) },
    ])
    for (const { bytes } of result.outputs) {
      const { channels } = await sharp(bytes).extract({ left: 0, top: 0, width: 200, height: 8 }).stats()
      expect(channels[0]?.mean).toBeGreaterThan(20)
    }
    const { original } = result.recipe.framing.windows
    expect(original?.top).toBeGreaterThanOrEqual(60)
    expect(original?.height).toBeLessThanOrEqual(360)
  })

  it.each(PRESETS.map(({ id }) => id))('brightens a dim dish that a network shows: %s', async (preset) => {
    const inDish = (x: number, y: number) => Math.hypot(x - 160, y - 120) < 90
    const room = drawPicture(320, 240, (x, y) => {
      const grain = 8 * Math.sin(x / 2) * Math.sin(y / 1.7)
      // Without anything black the picture would count as hazy.
      if (Math.abs(Math.hypot(x - 160, y - 120) - 92) < 2) return [6, 5, 4]
      return inDish(x, y) ? [66 + grain, 46 + grain, 34] : [176 + grain, 140 + grain, 100]
    })
    const networks: Networks = {
      find: async (use) =>
        use === 'cutout'
          ? {
              engine: 'drawn',
              anySize: true,
              run: async ({ dims }) => {
                const [, , height = 0, width = 0] = dims
                const data = Float32Array.from({ length: width * height }, (_, i) =>
                  inDish((320 * (i % width)) / width, (240 * Math.floor(i / width)) / height) ? 1 : 0,
                )
                return { data, dims: [1, 1, height, width] }
              },
            }
          : undefined,
    }
    const params: EnhanceSettings = { preset, formats: ['original'], upscale: false, format: 'png' }
    const { outputs } = await enhancePhoto(await toFile(room), params, DEFAULT_LIMITS, networks)
    const lumaOf = async (bytes: Uint8Array) => {
      const middle = { left: 130, top: 90, width: 60, height: 60 }
      const codes = await sharp(bytes).extract(middle).greyscale().raw().toBuffer()
      return codes.reduce((sum, code) => sum + code, 0) / codes.length
    }
    expect(await lumaOf(outputs[0]!.bytes)).toBeGreaterThan((await lumaOf(await toFile(room))) + 5)
  })

  it('enlarges the long side to 3840 on request, and warns above a factor of two', async () => {
    const small = await work(await dishPhoto({ width: 800, height: 600 }), {
      upscale: true,
      formats: ['square', 'original'],
    })
    expect(sizes(small)).toEqual({ square: [3840, 3840], original: [3840, 2880] })
    expect(small.warnings.filter(({ code }) => code === 'upscaled_more_than_2x')).toHaveLength(2)
    const large = await work(await dishPhoto({ width: 2400, height: 1800 }), { upscale: true, formats: ['landscape'] })
    expect(sizes(large)).toEqual({ landscape: [3840, 2160] })
    expect(large.warnings.map(({ code }) => code)).not.toContain('upscaled_more_than_2x')
  })

  it('extends the table where a shot would cut the dish, keeps the photo unchanged inside, and warns', async () => {
    const photo = await toFile(drawDish(320, 240), 'png')
    const result = await work(photo, { formats: ['landscape', 'original'], format: 'png' })
    expect(result.warnings).toEqual([{ code: 'background_extended', message: expect.stringMatching(/left \d+ px/) }])
    expect(result.faithfulness).toBe('retouch')
    const window = result.recipe.framing.windows.landscape!
    expect(result.recipe.framing.by).toBe('colour')
    expect(window.left).toBeLessThan(0)
    const [wide, whole] = await Promise.all(
      result.outputs.map(({ bytes }) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
    )
    expect([wide!.info.width, wide!.info.height]).toEqual([window.width, window.height])
    const top = Math.max(0, window.top)
    for (const y of [top, top + 50, top + 100]) {
      const from = ((y - window.top) * window.width - window.left) * 3
      const row = wide!.data.subarray(from, from + 320 * 3)
      expect(Buffer.compare(row, whole!.data.subarray(y * 320 * 3, (y + 1) * 320 * 3))).toBe(0)
    }
  })

  it('warns that something which the photo cuts ends in the added backdrop', async () => {
    const dish = drawDish(320, 240)
    const at = (x: number, y: number, c: number) => dish.data[3 * (y * 320 + x) + c]!
    const shadows = drawPicture(320, 240, (x, y) => {
      const darker = (y < 12 || y >= 228) && x > 130 && x < 190 ? 55 : 0
      return [at(x, y, 0) - darker, at(x, y, 1) - darker, at(x, y, 2) - darker]
    })
    const { warnings } = await work(await toFile(shadows, 'png'), { formats: ['portrait'] })
    expect(warnings.map(({ code }) => code)).toEqual(['background_extended', 'border_crossed'])
    // The shadows also make it doubtful where the dish ends, so the same sentence does not say that it is whole.
    expect(warnings[0]?.message).toMatch(/^For the portrait picture .* Check that the dish is whole\.$/)
  })

  it('crops and warns instead of letting things end beside the dish', async () => {
    const dish = drawDish(320, 240)
    const crossed = drawPicture(320, 240, (x, y) => {
      const isThing = y > 20 && y < 60 && (x < 16 || x >= 304)
      const at = 3 * (y * 320 + x)
      return isThing ? [20, 40, 160] : [dish.data[at]!, dish.data[at + 1]!, dish.data[at + 2]!]
    })
    const { warnings } = await work(await toFile(crossed, 'png'), { formats: ['landscape'] })
    expect(warnings.map(({ code }) => code)).toEqual(['dish_may_be_cut'])
  })

  it('is faithful for a photo that holds its dish in every shot, and its recipe has the frames', async () => {
    const { faithfulness, warnings, recipe } = await work(await dishPhoto({ width: 640, height: 480 }))
    expect([faithfulness, warnings]).toEqual(['faithful', []])
    expect(recipe.framing.windows.square).toEqual({ left: 80, top: 0, width: 480, height: 480 })
  })

  it('returns a transparent picture for a transparent one by default', async () => {
    const cutout = await sharp(await toFile(drawDish(200, 150)))
      .ensureAlpha(0.4)
      .png()
      .toBuffer()
    const [kept] = (await work(cutout, { formats: ['original'] })).outputs
    expect(kept).toMatchObject({ mime: 'image/png', extension: 'png' })
    const { channels, hasAlpha } = await sharp(kept!.bytes).metadata()
    expect([channels, hasAlpha]).toEqual([4, true])
    const [flat] = (await work(cutout, { formats: ['original'], format: 'webp' })).outputs
    expect(flat).toMatchObject({ mime: 'image/webp', extension: 'webp' })
  })

  it('removes the location and labels the result', async () => {
    const shot = await sharp(await toFile(drawDish(), 'jpeg'))
      .withExif({
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const [output] = (await work(shot, { formats: ['original'] })).outputs
    expect(await exifr.gps(Buffer.from(output!.bytes))).toBeUndefined()
    expect(Buffer.from(output!.bytes).includes('digitalsourcetype/algorithmicallyEnhanced')).toBe(true)
  })

  it('gives the same bytes for the same photo', async () => {
    const photo = await toFile(drawDish(500, 400), 'jpeg')
    const once = await work(photo, { preset: 'social-media' })
    const again = await work(photo, { preset: 'social-media' })
    for (const [i, { bytes }] of once.outputs.entries()) expect(Buffer.compare(bytes, again.outputs[i]!.bytes)).toBe(0)
    expect(again.recipe).toEqual(once.recipe)
  })

  it.each([
    [1, 1],
    [3, 700],
    [2400, 9],
  ])('accepts %i x %i pixels', async (width, height) => {
    const { outputs } = await work(
      await toFile(drawPicture(width, height, (x, y) => [(x * 5) % 256, (y * 3) % 256, 90])),
    )
    expect(outputs).toHaveLength(4)
  })

  it('refuses invalid files with the reason', async () => {
    await expect(work(new Uint8Array())).rejects.toMatchObject({ code: 'image_unreadable' })
    await expect(work(Buffer.from('<html>'))).rejects.toMatchObject({ code: 'unsupported_image' })
    const photo = await toFile(drawDish(500, 400), 'jpeg')
    await expect(work(photo.subarray(0, photo.length / 2))).rejects.toMatchObject({ code: 'image_unreadable' })
  })
})
