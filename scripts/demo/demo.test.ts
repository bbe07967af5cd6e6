import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeContactPage } from './contact-page.ts'
import { drawContactSheet } from './contact-sheet.ts'
import { readManifest } from './manifest.ts'
import { DemoError, ownPhotos, samplePhotos } from './photos.ts'

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

const pair = async (title: string) => {
  const after = await plain('after.jpg', '#00ff00')
  const outputs = [{ format: 'original', path: after }]
  return { title, before: await plain('before.jpg', '#ff0000'), after, outputs }
}

test('the sample photographs are there, are pictures, and are credited', async () => {
  const photos = samplePhotos([], clone)
  expect(photos.inputs.length).toBeGreaterThanOrEqual(2)
  for (const file of photos.inputs) expect((await sharp(file).metadata()).width).toBeGreaterThan(800)
  expect(photos.about.join(' ')).toMatch(/startbootstrap-business-casual .*MIT.*npm run demo -- /)
})

test('two folders of the same name, and two presets, keep their results apart', async () => {
  await plain('a/menu/pizza.jpg', 'red')
  await plain('b/menu/pizza.jpg', 'blue')
  const names = [
    ownPhotos('a/menu', folder, [], clone).name,
    ownPhotos('b/menu', folder, [], clone).name,
    ownPhotos('a/menu', folder, ['--preset', 'social-media'], clone).name,
    samplePhotos([], clone).name,
    samplePhotos(['--preset', 'social-media'], clone).name,
  ]
  expect(names[0]).toMatch(/^menu-/)
  expect(new Set(names).size).toBe(names.length)
  expect(ownPhotos('./a/menu/', folder, [], clone).name).toBe(names[0])
})

test('a folder that is not there, or that holds the project, is refused by name', () => {
  expect(() => ownPhotos('nowhere', folder, [], clone)).toThrow(DemoError)
  expect(() => ownPhotos('.', clone, [], clone)).toThrow(/holds this project itself/)
  expect(() => ownPhotos('..', clone, [], clone)).toThrow(/holds this project itself/)
})

test('a manifest gives pairs with the likest output, and failures with their reason', async () => {
  const manifest = join(folder, 'manifest.json')
  const outputs = ['square', 'original', 'portrait'].map((format) => ({ format, path: `/out/pizza-${format}.jpg` }))
  const error = { code: 'image_unreadable', message: 'Not a picture' }
  const files = [
    { file: 'menu/mains/pizza.jpg', status: 'done', outputs },
    { file: join(folder, 'menu/skipped.jpg'), status: 'skipped', outputs },
    { file: 'menu/broken.jpg', status: 'failed', outputs: [], error },
  ]
  await writeFile(manifest, JSON.stringify({ schemaVersion: 1, files }))

  const report = readManifest(manifest, folder, join(folder, 'menu'))
  expect(report?.pairs).toMatchObject([
    { title: 'mains/pizza.jpg', before: join(folder, 'menu/mains/pizza.jpg'), after: '/out/pizza-original.jpg' },
    { title: 'skipped.jpg', before: join(folder, 'menu/skipped.jpg') },
  ])
  expect(report?.failed).toEqual([{ title: 'broken.jpg', reason: 'Not a picture (image_unreadable)' }])
  expect(readManifest(join(folder, 'none.json'), folder, folder)).toBeUndefined()
})

test('the sheet shows before on the left and after on the right', async () => {
  const file = join(folder, 'sheet.jpg')
  expect(await drawContactSheet([await pair('one.jpg')], file)).toMatchObject({ shown: 1 })

  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number) => {
    const at = (Math.round(info.height / 2) * info.width + Math.round(x * info.width)) * info.channels
    return data[at]! > 200 ? 'red' : data[at + 1]! > 200 ? 'green' : 'other'
  }
  expect([colour(0.25), colour(0.75)]).toEqual(['red', 'green'])
})

test('a photo that only the server can read leaves its place grey', async () => {
  const before = join(folder, 'photo.heic')
  await writeFile(before, 'ftypheic')
  expect(await drawContactSheet([{ ...(await pair('one.jpg')), before }], join(folder, 'sheet.jpg'))).toMatchObject({
    shown: 1,
  })
})

test('a sheet of very many photos stays a picture that can be opened', async () => {
  const file = join(folder, 'sheet.jpg')
  const one = await pair('one.jpg')
  const { shown } = await drawContactSheet(Array(200).fill(one), file)
  expect(shown).toBeLessThan(200)
  expect((await sharp(file).metadata()).height).toBeLessThan(20_000)
})

test('the page needs no other file to show itself, and names are only ever text', async () => {
  const file = join(folder, 'sheet.html')
  await writeContactPage([await pair('<img src=x onerror=alert(1)>.jpg')], [{ title: 'a<b', reason: '"no"' }], file)
  const html = await readFile(file, 'utf8')
  const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source!)
  expect(sources).toHaveLength(2)
  for (const source of sources) expect(source).toMatch(/^data:image\/jpeg;base64,/)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('a<b')
  expect(html).toContain(`href="${basename('after.jpg')}"`)
})
