import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import { createFolderChanges } from './folder-changes.ts'

const picture = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .toFormat(format)
    .toBuffer()

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s that is being copied is waited for, and taken once it is whole',
  async (format) => {
    const bytes = await picture(format)
    const folder = folderWith({ 'a.bin': bytes.subarray(0, bytes.length / 2) })
    const changes = createFolderChanges(folder, { recursive: false, isResult: () => false })
    const looked = [await changes.look(), await changes.look()]
    expect(looked.map(({ ready }) => ready)).toEqual([[], []])
    expect(looked.at(-1)?.growing).toEqual(['a.bin'])
    appendFileSync(join(folder, 'a.bin'), bytes.subarray(bytes.length / 2))
    expect((await changes.look()).ready).toEqual([])
    expect((await changes.look()).ready).toEqual(['a.bin'])
  },
)

test('a file that was given its size before its bytes is waited for', async () => {
  const folder = folderWith({ 'a.heic': Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(5_000)]) })
  const changes = createFolderChanges(folder, { recursive: false, isResult: () => false })
  await changes.look()
  expect((await changes.look()).growing).toEqual(['a.heic'])
})

test('a picture that has no end is taken after a minute, so that the server says what is wrong with it', async () => {
  let now = 0
  const folder = folderWith({ 'a.jpg': (await picture('jpeg')).subarray(0, 200) })
  const changes = createFolderChanges(folder, { recursive: false, isResult: () => false, now: () => now })
  await changes.look()
  now = 59_000
  expect((await changes.look()).ready).toEqual([])
  now = 61_000
  expect((await changes.look()).ready).toEqual(['a.jpg'])
})

test('what is done is not ready again until it changes, also after the drive was away', async () => {
  const bytes = await picture('png')
  const folder = folderWith({ 'menu/a.png': bytes, 'menu/out/r.png': bytes })
  const menu = join(folder, 'menu')
  const isResult = (path: string) => path.includes('out')
  const changes = createFolderChanges(menu, { recursive: true, isResult })
  await changes.look()
  const { ready } = await changes.look()
  expect(ready).toEqual(['a.png'])
  changes.finish(ready)
  expect((await changes.look()).ready).toEqual([])
  rmSync(menu, { recursive: true })
  await expect(changes.look()).rejects.toThrow('ENOENT')
})

test('a file that is replaced is ready again', async () => {
  const folder = folderWith({ 'a.png': await picture('png') })
  const changes = createFolderChanges(folder, { recursive: false, isResult: () => false })
  await changes.look()
  changes.finish((await changes.look()).ready)
  writeFileSync(join(folder, 'a.png'), await picture('jpeg'))
  await changes.look()
  expect((await changes.look()).ready).toEqual(['a.png'])
})
