import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Blobs, resultKey } from './blob-store.ts'
import { diskBlobs } from './disk-blobs.ts'
import { moveBlobs } from './move-blobs.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function store(): Promise<Blobs> {
  const root = await mkdtemp(join(tmpdir(), 'platelight-blobs-'))
  folders.push(root)
  return diskBlobs({ root })
}

async function* each(keys: readonly string[]): AsyncGenerator<string> {
  yield* keys
}

const key = (name: string | number) => resultKey(`blob${name}.jpg`)

test('what is there with the same bytes is kept; what is missing, cut or damaged there is copied', async () => {
  const [from, to] = [await store(), await store()]
  for (const name of ['new', 'same', 'cut', 'damaged', 'empty'])
    await from.put(key(name), Buffer.from(name === 'empty' ? '' : `bytes of ${name}`))
  await to.put(key('same'), Buffer.from('bytes of same'))
  await to.put(key('cut'), Buffer.from('bytes'))
  await to.put(key('damaged'), Buffer.from('bytes 0f damaged'))
  const keys = ['new', 'same', 'cut', 'damaged', 'empty', 'lost'].map(key)
  const seen: number[] = []
  const onBlob = (blobs: number) => void seen.push(blobs)

  expect(await moveBlobs({ keys: each(keys), from, to, onBlob })).toEqual({
    copied: 4,
    present: 1,
    missing: [key('lost')],
    different: [],
    bytes: 12 + 13 + 12 + 16,
  })
  for (const one of keys.slice(0, 5)) expect(await to.read(one)).toEqual(await from.read(one))
  expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  expect(await moveBlobs({ keys: each(keys), from, to, onBlob })).toMatchObject({ copied: 0, present: 5 })
})

test('a store that changes bytes is told', async () => {
  const [from, to] = [await store(), await store()]
  await from.put(key('a'), Buffer.from('true'))
  const changing = { ...to, put: (name: string) => to.put(name, Buffer.from('lies')) }
  expect(await moveBlobs({ keys: each([key('a')]), from, to: changing, onBlob: () => {} })).toMatchObject({
    copied: 0,
    different: [key('a')],
  })
})

test('at most four blobs are in memory at once', async () => {
  const [from, to] = [await store(), await store()]
  const keys = Array.from({ length: 20 }, (_, index) => key(`n${index}`))
  for (const one of keys) await from.put(one, Buffer.from(one))
  let [held, most] = [0, 0]
  const slow = {
    ...to,
    async put(name: string, bytes: Uint8Array) {
      most = Math.max(most, ++held)
      await expect.poll(() => most).toBe(4)
      await to.put(name, bytes)
      held--
    },
  }
  expect(await moveBlobs({ keys: each(keys), from, to: slow, onBlob: () => {} })).toMatchObject({ copied: 20 })
  expect(most).toBe(4)
})
