import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DemoError, ownPhotos, samplePhotos } from './demo-photos.ts'
import { writeSamplePhotos } from './sample-photos.ts'

const clone = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-demo-'))
})
afterEach(() => rm(folder, { recursive: true }))

const plain = async (name: string, background: string, width = 300, height = 200) => {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toFile(path)
  return path
}

test('the sample photos have the same bytes each time, are darker than their photographs, and have credits', async () => {
  const [once, twice] = [join(folder, 'once'), join(folder, 'twice')]
  await writeSamplePhotos(once, join(clone, 'node_modules'))
  await writeSamplePhotos(twice, join(clone, 'node_modules'))
  const names = readdirSync(once)
  expect(names.length).toBeGreaterThanOrEqual(3)
  for (const name of names) {
    const bytes = readFileSync(join(once, name))
    expect(bytes.equals(readFileSync(join(twice, name)))).toBe(true)
    const { width } = await sharp(bytes).metadata()
    const { channels } = await sharp(bytes).stats()
    expect(width).toBeGreaterThanOrEqual(700)
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeLessThan(190)
  }
  const { about } = await samplePhotos([], clone)
  expect(about.join(' ')).toMatch(/business-casual .*MIT.*stylish-portfolio .*MIT.*npm run demo -- /)
})

test('folders with the same name, and different presets, keep their results apart', async () => {
  await plain('a/menu/pizza.jpg', 'red')
  await plain('b/menu/pizza.jpg', 'blue')
  const names = [
    ownPhotos('a/menu', folder, [], clone).name,
    ownPhotos('b/menu', folder, [], clone).name,
    ownPhotos('a/menu', folder, ['--preset', 'social-media'], clone).name,
    (await samplePhotos([], clone)).name,
    (await samplePhotos(['--preset', 'social-media'], clone)).name,
  ]
  expect(names[0]).toMatch(/^menu-/)
  expect(new Set(names).size).toBe(names.length)
  expect(ownPhotos('./a/menu/', folder, [], clone).name).toBe(names[0])
})

test('a missing folder, or one that contains the project, is refused by name', () => {
  expect(() => ownPhotos('nowhere', folder, [], clone)).toThrow(DemoError)
  expect(() => ownPhotos('.', clone, [], clone)).toThrow(/holds this project itself/)
  expect(() => ownPhotos('..', clone, [], clone)).toThrow(/holds this project itself/)
})
