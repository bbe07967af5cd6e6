import { describe, expect, it } from 'vitest'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { DEFAULT_LIMITS } from '../../src/codec/file/image-limits.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'
import type { Pixels } from '../../src/raster/pixels.ts'
import { decodeInOwnProcess } from '../support/decode-in-own-process.ts'
import { drawDish, drawPicture } from '../support/drawn-pictures.ts'
import { gridData, hevc, ispe, one, writeHeif } from '../support/heif-samples.ts'
import { needs } from '../support/machine/outside-programs.ts'

const plain = (width: number, height: number): Pixels => ({
  data: new Uint8Array(width * height * 3).fill(120),
  width,
  height,
  channels: 3,
})
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: 'none', message: '' }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )

describe('a HEIC with false claims', needs('heif-enc'), () => {
  it('is refused if its grid claims more than its tiles hold, or is its own tile', async () => {
    const coded = await hevc(drawPicture(64, 64, () => [90, 90, 90]))
    const claiming = (data: Uint8Array, size: Uint8Array, tiles: number[]) =>
      writeHeif({
        items: [
          { id: 1, type: 'grid', data, properties: [size] },
          { id: 2, type: 'hvc1', ...coded },
        ],
        references: [['dimg', 1, ...tiles]],
      })
    const big = 60_000
    expect(await refusal(inspectImage(claiming(gridData(1, 1, big, big), ispe(big, big), [2])))).toMatchObject({
      code: 'image_unreadable',
    })
    expect(await refusal(inspectImage(claiming(gridData(256, 256, 64, 64), ispe(64, 64), [2])))).toMatchObject({
      code: 'image_unreadable',
    })
    expect(await refusal(inspectImage(claiming(gridData(1, 1, 64, 64), ispe(64, 64), [1])))).toMatchObject({
      code: 'image_unreadable',
    })
    const tiles = Array.from({ length: 188 * 188 }, () => 2)
    expect(
      await refusal(inspectImage(claiming(gridData(188, 188, 12_000, 12_000), ispe(12_000, 12_000), tiles))),
    ).toMatchObject({ code: 'image_too_large' })
  })

  it('takes no more memory than its accepted size needs', async () => {
    const large = await hevc(plain(4096, 3072))
    const lying = large.properties.map((property) =>
      property.subarray(4, 8).toString() === 'ispe' ? ispe(64, 64) : property,
    )
    const file = writeHeif(one({ ...large, properties: lying }))
    const small = writeHeif(one(await hevc(plain(64, 64))))
    const { outcomes, megabytes } = await decodeInOwnProcess([file], [small])
    expect(outcomes).toMatchObject([{ code: 'image_unreadable' }])
    // The true size would take 150.
    expect(megabytes).toBeLessThan(50)
  })

  it('is measured by its true picture, whatever its directory says', async () => {
    const coded = await hevc(drawPicture(256, 256, () => [90, 90, 90]))
    const lying = coded.properties.map((property) =>
      property.subarray(4, 8).toString() === 'ispe' ? ispe(64, 64) : property,
    )
    const file = writeHeif(one({ ...coded, properties: lying }))
    const { code } = await refusal(decodeImage(file, { ...DEFAULT_LIMITS, maxSide: 100 }))
    expect(['image_too_large', 'image_unreadable']).toContain(code)
  })

  it('is refused with the name of its unsupported coding', async () => {
    const file = writeHeif({ items: [{ id: 1, type: 'vvc1', data: Buffer.alloc(9), properties: [ispe(9, 9)] }] })
    expect(await refusal(inspectImage(file))).toMatchObject({
      code: 'unsupported_image',
      message: expect.stringContaining('vvc1'),
    })
  })

  it('is refused when truncated anywhere, without output on the console', async () => {
    const file = writeHeif(one(await hevc(drawDish(200, 150))))
    for (const share of [0.02, 0.1, 0.3, 0.6, 0.9]) {
      expect(await refusal(decodeImage(file.subarray(0, Math.floor(file.length * share))))).toMatchObject({
        code: 'image_unreadable',
      })
    }
  })

  it('frees its memory', async () => {
    const file = writeHeif(one(await hevc(plain(1600, 1200))))
    const { outcomes, megabytes } = await decodeInOwnProcess(Array(30).fill(file), [file])
    expect(outcomes).toEqual(Array(30).fill({ size: '1600x1200', decoded: '1600x1200' }))
    // Each takes some 30 while it exists.
    expect(megabytes).toBeLessThan(300)
  })

  it('takes time and memory in proportion to its size, whatever counts it claims', async () => {
    const file = writeHeif(one(await hevc(plain(64, 64))))
    const word = (value: number) => Buffer.from([value >> 8, value & 255])
    const fullBox = (type: string, version: number, ...body: Uint8Array[]) => {
      const content = Buffer.concat([Buffer.from([version, 0, 0, 0]), ...body])
      const size = Buffer.alloc(4)
      size.writeUInt32BE(8 + content.length)
      return Buffer.concat([size, Buffer.from(type), content])
    }
    // Empty extents, thousands for each of thousands of items, and a name as long as the file.
    const items = Array.from({ length: 4_000 }, (_, i) => Buffer.concat([word(i + 1), word(0), word(4_000)]))
    const extents = fullBox('iloc', 0, Buffer.from([0, 0]), word(items.length), ...items)
    const name = fullBox(
      'iinf',
      0,
      word(1),
      fullBox('infe', 2, word(1), word(0), Buffer.from('hvc1'), Buffer.alloc(20_000_000, 'x')),
    )
    const meta = file.indexOf('meta') - 4
    const swapped = (old: string, box: Buffer) => {
      const at = file.indexOf(old) - 4
      const grown = Buffer.from(file)
      grown.writeUInt32BE(file.readUInt32BE(meta) - file.readUInt32BE(at) + box.length, meta)
      return Buffer.concat([grown.subarray(0, at), box, file.subarray(at + file.readUInt32BE(at))])
    }
    const { outcomes, megabytes } = await decodeInOwnProcess([swapped('iloc', extents), swapped('iinf', name)], [file])
    expect(outcomes).toMatchObject([{ code: 'image_unreadable' }, { code: 'image_unreadable' }])
    expect(megabytes).toBeLessThan(200)
  })
})
