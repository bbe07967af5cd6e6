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
    })

    test('a copy is a blob of its own and outlives its original', async () => {
      const blobs = await make()
      await blobs.put(privateKey('file1.png'), bytes)
      await blobs.copy(privateKey('file1.png'), privateKey('copy1.png'))
      await blobs.delete(privateKey('file1.png'))
      expect(Buffer.from(await blobs.read(privateKey('copy1.png')))).toEqual(bytes)
    })

    test('a missing key cannot be read or copied, but can be deleted', async () => {
      const blobs = await make()
      await expect(blobs.read(resultKey('none.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await expect(blobs.open(resultKey('none.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await expect(blobs.copy(resultKey('none.jpg'), resultKey('none2.jpg'))).rejects.toBeInstanceOf(BlobMissing)
      await blobs.delete(resultKey('none.jpg'))
    })

    test.each(['../secret', 'results/../../secret', 'results/a/b', 'other/name', 'results/', 'results/.hidden'])(
      'a key that leads out of the store is refused: %s',
      async (key) => {
        const blobs = await make()
        await expect((async () => blobs.put(key, bytes))()).rejects.toThrow(/not a blob key/)
        await expect((async () => blobs.read(key))()).rejects.toThrow(/not a blob key/)
      },
    )

    test('check resolves when bytes can be stored', async () => {
      await (await make()).check()
    })
  })
