import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { BlobMissing, type Blobs, privateKey, resultKey } from '../../src/blobs/blob-store.ts'

/** The guarantees of every adapter of the port. */
export const blobsSuite = (name: string, make: () => Promise<Blobs>) =>
  describe(`blobs: ${name}`, () => {
    const bytes = Buffer.from('0123456789')

    test('stored bytes are read back, whole and in part', async () => {
      const blobs = await make()
      await blobs.put(resultKey('aa11.jpg'), bytes)
      expect(Buffer.from(await blobs.read(resultKey('aa11.jpg')))).toEqual(bytes)
      expect(await buffer(await blobs.open(resultKey('aa11.jpg')))).toEqual(bytes)
      expect((await buffer(await blobs.open(resultKey('aa11.jpg'), { start: 2, end: 4 }))).toString()).toBe('234')
      expect((await buffer(await blobs.open(resultKey('aa11.jpg'), { start: 0, end: 0 }))).toString()).toBe('0')
      expect(await blobs.size(resultKey('aa11.jpg'))).toBe(10)
    })

    test('a store has the owner that was named last, who is no blob', async () => {
      const blobs = await make()
      expect(await blobs.owner()).toBeUndefined()
      await blobs.own('one')
      await blobs.own('another')
      expect(await blobs.owner()).toBe('another')
    })

    test('many bytes come back unchanged, and any part of them', async () => {
      const blobs = await make()
      const many = randomBytes(3_000_000)
      await blobs.put(privateKey('many.bin'), many)
      expect(many.equals(await blobs.read(privateKey('many.bin')))).toBe(true)
      const part = await buffer(await blobs.open(privateKey('many.bin'), { start: 1_000_001, end: 2_999_999 }))
      expect(part.equals(many.subarray(1_000_001))).toBe(true)
    })

    test('a local file is stored like bytes, and stays where it is', async () => {
      const blobs = await make()
      const folder = await mkdtemp(join(tmpdir(), 'platelight-blob-'))
      const path = join(folder, 'large')
      const many = randomBytes(3_000_000)
      await writeFile(path, many)
      await blobs.putFile(privateKey('file.zip'), path)
      expect(many.equals(await blobs.read(privateKey('file.zip')))).toBe(true)
      expect(many.equals(await readFile(path))).toBe(true)
      await expect(blobs.putFile('../file', path)).rejects.toThrow('not a blob key')
      await expect(blobs.putFile(privateKey('none.zip'), `${path}-missing`)).rejects.toThrow()
      await expect(blobs.read(privateKey('none.zip'))).rejects.toThrow(BlobMissing)
      await rm(folder, { recursive: true })
    })

    test('a key that is written again by a repeated request has the bytes once', async () => {
      const blobs = await make()
      await Promise.all([1, 2, 3].map(() => blobs.put(resultKey('again.jpg'), bytes)))
      expect(Buffer.from(await blobs.read(resultKey('again.jpg')))).toEqual(bytes)
    })

    test('a reader that stops early leaves the next one undisturbed', async () => {
      const blobs = await make()
      const many = randomBytes(2_000_000)
      await blobs.put(privateKey('left.bin'), many)
      for (let turn = 0; turn < 5; turn++) {
        const stream = await blobs.open(privateKey('left.bin'))
        await new Promise((resolve) => stream.once('readable', resolve))
        stream.destroy()
      }
      expect(many.equals(await blobs.read(privateKey('left.bin')))).toBe(true)
    })

    test('a copy is a blob of its own and outlives its original', async () => {
      const blobs = await make()
      await blobs.put(privateKey('file1.png'), bytes)
      await blobs.copy(privateKey('file1.png'), privateKey('copy1.png'))
      await blobs.delete([privateKey('file1.png')])
      expect(Buffer.from(await blobs.read(privateKey('copy1.png')))).toEqual(bytes)
    })

    test('a copy can be made again, as after a crash', async () => {
      const blobs = await make()
      await blobs.put(privateKey('file2.png'), bytes)
      for (let n = 0; n < 2; n++) await blobs.copy(privateKey('file2.png'), privateKey('copy2.png'))
      expect(Buffer.from(await blobs.read(privateKey('copy2.png')))).toEqual(bytes)
    })

    test('many keys are deleted at once, missing ones among them, and no others', async () => {
      const blobs = await make()
      const keys = Array.from({ length: 12 }, (_, index) => resultKey(`gone${index}.jpg`))
      await Promise.all(keys.slice(0, 10).map((key) => blobs.put(key, bytes)))
      await blobs.put(resultKey('stays.jpg'), bytes)
      await blobs.delete(keys)
      for (const key of keys) await expect(blobs.size(key)).rejects.toBeInstanceOf(BlobMissing)
      expect(await blobs.size(resultKey('stays.jpg'))).toBe(10)
      await blobs.delete([])
    })

    test('a missing key cannot be read or copied, but can be deleted', async () => {
      const blobs = await make()
      await expect(blobs.read(resultKey('none.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await expect(blobs.open(resultKey('none.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await expect(blobs.size(resultKey('none.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await expect(blobs.copy(resultKey('none.jpg'), resultKey('none2.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await blobs.delete([resultKey('none.jpg')])
    })

    test.each(['../secret', 'results/../../secret', 'results/a/b', 'other/name', 'results/', 'results/.hidden'])(
      'a key that leads out of the store is refused: %s',
      async (key) => {
        const blobs = await make()
        const other = resultKey('fine.jpg')
        for (const work of [
          () => blobs.put(key, bytes),
          () => blobs.read(key),
          () => blobs.open(key),
          () => blobs.size(key),
          () => blobs.copy(key, other),
          () => blobs.copy(other, key),
          () => blobs.delete([other, key]),
        ]) {
          await expect((async () => work())()).rejects.toThrow(/not a blob key/)
        }
      },
    )

    test('check resolves when bytes can be stored', async () => {
      const blobs = await make()
      await blobs.check()
      await blobs.check()
    })
  })
