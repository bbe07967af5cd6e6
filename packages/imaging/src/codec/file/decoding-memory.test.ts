import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type DecodingFacts, decodingMemory } from './decoding-memory.ts'
import { DEFAULT_LIMITS } from './image-limits.ts'
import { inspectImage } from './inspect-image.ts'

const of = (wish: Partial<DecodingFacts>) =>
  decodingMemory({ format: 'jpeg', pixels: 48e6, fileBytes: 0, channels: 3, bits: 8, ...wish })

/** VmHWM less VmRSS before, in MB, of a process that decodes 48 megapixels. The estimate is based on this table. */
test.each([
  ['a baseline JPEG', {}, 148],
  ['a progressive JPEG', { progressive: true }, 285],
  ['a progressive JPEG of full colour', { progressive: true, fullColour: true }, 428],
  ['a turned JPEG', { turned: true }, 291],
  ['a PNG', { format: 'png' }, 153],
  ['an interlaced PNG', { format: 'png', progressive: true }, 277],
  ['an interlaced PNG of 16 bits', { format: 'png', progressive: true, bits: 16 }, 418],
  ['the same with transparency', { format: 'png', progressive: true, bits: 16, channels: 4 }, 555],
  ['a WebP', { format: 'webp' }, 373],
  ['a TIFF of 16 bits', { format: 'tiff', bits: 16 }, 169],
  ['a GIF', { format: 'gif' }, 386],
  ['an AVIF', { format: 'avif' }, 836],
  ['an AVIF with transparency', { format: 'avif', channels: 4 }, 837],
  ['a HEIC', { format: 'heic' }, 456],
] as const)('the estimate for %s is not below the measured memory', (_, wish, measured) => {
  expect(of(wish)).toBeGreaterThanOrEqual(measured * 1_048_576)
  expect(of(wish)).toBeLessThan(3 * measured * 1_048_576)
})

const drawn = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#7f6f5f' } })

test('passes, bits, transparency and rotation increase the estimate, and each header shows its own', async () => {
  const bytes = async (file: Buffer) => (await inspectImage(file)).decodingBytes - file.length
  const jpeg = await bytes(await drawn().jpeg().toBuffer())
  expect(await bytes(await drawn().jpeg({ progressive: true }).toBuffer())).toBeGreaterThan(jpeg)
  expect(await bytes(await drawn().jpeg().withMetadata({ orientation: 6 }).toBuffer())).toBeGreaterThan(jpeg)
  const png = await bytes(await drawn().png().toBuffer())
  const interlaced = await bytes(await drawn().png({ progressive: true }).toBuffer())
  const deep = await bytes(await drawn().toColourspace('rgb16').png({ progressive: true }).toBuffer())
  expect(interlaced).toBeGreaterThan(png)
  expect(deep).toBeGreaterThan(interlaced)
  expect(await bytes(await drawn().avif({ effort: 0 }).toBuffer())).toBeGreaterThan(deep)
})

test('a picture that no server could decode is refused by its header, with its memory and the limit', async () => {
  const file = await drawn().avif({ effort: 0 }).toBuffer()
  const { decodingBytes: needed } = await inspectImage(file)
  await inspectImage(file, { ...DEFAULT_LIMITS, maxMemoryBytes: needed })
  await expect(inspectImage(file, { ...DEFAULT_LIMITS, maxMemoryBytes: needed - 1 })).rejects.toMatchObject({
    code: 'image_too_large',
    message: expect.stringMatching(
      /AVIF file of 400 x 300 pixels takes about \d+ MB .* has \d+ MB .*PLATELIGHT_MEMORY_MB/,
    ),
  })
})
