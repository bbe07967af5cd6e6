import { describe, expect, it } from 'vitest'
import { stripPadding } from '../../src/codec/file/strip-padding.ts'
import { decodeInOwnProcess } from '../support/decode-in-own-process.ts'
import { seededRandom } from '../support/drawn-pictures.ts'
import { MUTATION_NAMES, mutate } from '../support/file-mutations.ts'
import {
  gifOfCanvas,
  gifOfFrames,
  jpegScanBomb,
  jpegWithMetadata,
  pngProfileBomb,
  pngTextBomb,
  tiffOfEntries,
  tiffOfPages,
  webpOfFrames,
} from '../support/hostile-samples.ts'
import { sampleFiles } from '../support/picture-samples.ts'

describe('hostile files', () => {
  it('a PNG whose texts unpack to gigabytes is read without unpacking them', async () => {
    const { outcomes, megabytes } = await decodeInOwnProcess([await pngTextBomb()])
    expect(outcomes).toEqual([{ size: '64x48', decoded: '64x48' }])
    expect(megabytes).toBeLessThan(200)
  })

  it('a PNG whose profile unpacks to half a gigabyte is read without it', async () => {
    const { outcomes, megabytes } = await decodeInOwnProcess([await pngProfileBomb()])
    expect(outcomes).toEqual([{ size: '64x48', decoded: '64x48' }])
    expect(megabytes).toBeLessThan(200)
  })

  it('a JPEG with 4 MB of metadata is read; one with very many scans is refused without decoding', async () => {
    const { outcomes } = await decodeInOwnProcess([await jpegWithMetadata(4), await jpegScanBomb()])
    expect(outcomes).toMatchObject([{ size: '64x48', decoded: '64x48' }, { code: 'image_unreadable' }])
  })

  it('a TIFF with some pages shows the first; one with endless pages or entries is refused', async () => {
    const files = [tiffOfPages(3), tiffOfPages(200_000), tiffOfPages(5, 8), tiffOfEntries()]
    const { outcomes } = await decodeInOwnProcess(files)
    expect(outcomes).toMatchObject([
      { decoded: '1x1' },
      { code: 'image_too_large', message: expect.stringContaining('1,000 pages') },
      { code: 'image_unreadable' },
      { code: 'image_unreadable' },
    ])
  })

  it('a GIF that announces a giant canvas takes only as much as its content', async () => {
    const { megabytes } = await decodeInOwnProcess([await gifOfCanvas(65_535, 65_535)])
    expect(megabytes).toBeLessThan(200)
  })

  it('an animation with very many frames is read like a photo', async () => {
    // Far too many to read one by one within the time limit of a test.
    const animations = [await gifOfFrames(10_000), await webpOfFrames(200_000)]
    const { outcomes } = await decodeInOwnProcess(animations.map(stripPadding))
    expect(outcomes).toMatchObject([{ decoded: '16x16' }, { decoded: '16x16' }])
  })

  it('damaged files of every kind, one after the other, are read or refused, and take little memory', async () => {
    const originals = [...(await sampleFiles()).values()]
    const chance = seededRandom(20_261_128)
    const damaged = originals.flatMap((file, at) => {
      const other = originals[(at + 1) % originals.length]!
      return MUTATION_NAMES.map((kind) => Uint8Array.from(mutate(kind, file, chance, other)))
    })
    const { outcomes, megabytes } = await decodeInOwnProcess(damaged, originals)
    const refusals = outcomes.flatMap((one) => ('code' in one ? [one.code] : []))
    const known = ['image_unreadable', 'unsupported_image', 'image_too_large']
    expect(refusals.filter((code) => !known.includes(code))).toEqual([])
    expect(megabytes).toBeLessThan(200)
  })
})
