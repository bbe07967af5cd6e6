import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import type { Context } from '../context/command-context.ts'
import { type ScanPhotosOptions, scanPhotos } from './scan-photos.ts'

const find = async (cwd: string, inputs: string[], options: Partial<ScanPhotosOptions> = {}) => {
  const notes: string[] = []
  const context = { environment: { cwd, stdin: Readable.from([]) }, note: (line: string) => notes.push(line) }
  const sources = await scanPhotos(
    inputs,
    { recursive: false, out: undefined, readsStdin: true, ...options },
    context as unknown as Context,
  )
  return { names: sources.map(({ name }) => name), notes, sources }
}

test('photos in a folder are found by their extension, in upper or lower case', async () => {
  const cwd = folderWith([
    'menu/a.jpg',
    'menu/b.JPEG',
    'menu/c.HeIc',
    'menu/d.webp',
    'menu/e.tif',
    'menu/f.gif',
    'menu/g.avif',
    'menu/notes.txt',
    'menu/price.pdf',
    'menu/.hidden.jpg',
    'menu/._a.jpg',
  ])
  expect((await find(cwd, ['menu'])).names).toEqual(
    ['a.jpg', 'b.JPEG', 'c.HeIc', 'd.webp', 'e.tif', 'f.gif', 'g.avif'].map((name) => `menu/${name}`),
  )
})

test('subfolders are included with recursive, and mentioned without', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/b.jpg', 'menu/starters/cold/c.jpg', 'menu/.cache/d.jpg'])
  const flat = await find(cwd, ['menu'])
  expect(flat.names).toEqual(['menu/a.jpg'])
  expect(flat.notes.join()).toContain('2 photos in folders below menu left out; --recursive')
  const deep = await find(cwd, ['menu/'], { recursive: true })
  expect(deep.names).toEqual(['menu/a.jpg', 'menu/starters/b.jpg', 'menu/starters/cold/c.jpg'])
})

test('a folder with photos only in subfolders is an error that says so', async () => {
  const cwd = folderWith(['menu/starters/b.jpg'])
  await expect(find(cwd, ['menu'])).rejects.toThrow('No photos directly in menu, 1 in subfolders. Add --recursive')
})

test('results of earlier runs are left out at any depth', async () => {
  const cwd = folderWith([
    'shop/menu/a.jpg',
    'shop/menu-enhanced/a-square.jpg',
    'shop/menu-enhanced/sub/b-square.jpg',
    'shop/enhanced/c-square.jpg',
    'shop/c.jpg',
    'shop/light-enhanced/d.jpg',
  ])
  const { names, notes } = await find(cwd, ['shop'], { recursive: true })
  expect(names).toEqual(['shop/c.jpg', 'shop/light-enhanced/d.jpg', 'shop/menu/a.jpg'])
  expect(notes.join()).toContain('3 pictures below shop left out')
  // A result folder that the user names is a normal input.
  expect((await find(cwd, ['shop/menu-enhanced'])).names).toEqual(['shop/menu-enhanced/a-square.jpg'])
})

test('photos below --out are results, unless --out is the folder itself', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/web/a-square.jpg', 'menu/a-square.jpg'])
  const inside = await find(cwd, ['menu'], { recursive: true, out: join(cwd, 'menu/web') })
  expect(inside.names).toEqual(['menu/a-square.jpg', 'menu/a.jpg'])
  const itself = await find(cwd, ['menu'], { recursive: true, out: join(cwd, 'menu') })
  expect(itself.names).toContain('menu/web/a-square.jpg')
})

test('a glob matches photos below its fixed part', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/a.txt', 'menu/starters/b.JPG', 'other/c.jpg'])
  expect((await find(cwd, ['menu/**/*'])).names).toEqual(['menu/a.jpg', 'menu/starters/b.JPG'])
  expect((await find(cwd, [join(cwd, '*/*.jpg')])).names).toEqual([join(cwd, 'menu/a.jpg'), join(cwd, 'other/c.jpg')])
  await expect(find(cwd, ['nowhere/*.jpg'])).rejects.toThrow('Nothing matches nowhere/*.jpg.')
})

test('a glob takes photos by their content, and says what else it matches', async () => {
  const photo = Buffer.from('\xff\xd8\xff\xe0', 'latin1')
  const cwd = folderWith({
    'menu/IMG-1': photo,
    'menu/soup.jfif': photo,
    'menu/DSC1.NEF': 'II*\0',
    'menu/clip.mp4': '\0\0\0\x14ftypmp42',
    'menu/@eaDir/IMG-1/thumb.jpg': photo,
  })
  const { names, notes } = await find(cwd, ['menu/**'])
  expect(names).toEqual(['menu/IMG-1', 'menu/soup.jfif'])
  expect(notes.join()).toContain('Left out of menu/**: 1 camera raw file (DSC1.NEF); 1 video or sound file (clip.mp4).')
  expect(notes.join()).toContain('@eaDir')
  expect((await find(cwd, ['menu/*.jfif'])).names).toEqual(['menu/soup.jfif'])
  expect((await find(cwd, ['menu/@eaDir/**'])).names).toEqual(['menu/@eaDir/IMG-1/thumb.jpg'])
  await expect(find(cwd, ['menu/*.NEF'])).rejects.toMatchObject({
    exitCode: 2,
    message: 'No photo matches menu/*.NEF. Left out of menu/*.NEF: 1 camera raw file (DSC1.NEF).',
  })
})

test('a folder whose only pictures cannot be read is an error; one without pictures is not', async () => {
  const cwd = folderWith({ 'raws/DSC1.NEF': 'II*\0', 'texts/notes.txt': 'x', 'deep/sub/IMG-1': '\xff\xd8\xff' })
  await expect(find(cwd, ['raws'])).rejects.toMatchObject({ exitCode: 2, message: 'No photos in raws.' })
  const { notes } = await find(cwd, ['texts'])
  expect(notes).toEqual(['Left out in texts: 1 document (notes.txt).', 'No photos in texts.'])
  expect((await find(cwd, ['deep'])).notes.join()).toContain('1 file in folders below deep not looked at; --recursive')
})

test('an existing file whose name looks like a glob is used as a file, with any extension', async () => {
  const cwd = folderWith(['dish[1].jpg', 'dish1.jpg', 'IMG_0001'])
  expect((await find(cwd, ['dish[1].jpg', 'IMG_0001'])).names).toEqual(['dish[1].jpg', 'IMG_0001'])
})

test('a photo reached twice counts once, through a link too', async () => {
  const cwd = folderWith(['menu/a.jpg'])
  symlinkSync(join(cwd, 'menu/a.jpg'), join(cwd, 'menu/b.jpg'))
  expect((await find(cwd, ['menu/a.jpg', 'menu', 'menu/*.jpg'])).names).toEqual(['menu/a.jpg'])
})

test('a circular link of folders does not loop forever', async () => {
  const cwd = folderWith(['menu/a.jpg'])
  symlinkSync(join(cwd, 'menu'), join(cwd, 'menu/again'))
  expect((await find(cwd, ['menu'], { recursive: true })).names).toEqual(['menu/a.jpg'])
})

test('URLs and standard input are inputs; a missing input is an error that names it', async () => {
  const cwd = folderWith()
  const { sources } = await find(cwd, ['https://example.com/ramen.jpg', '-'])
  expect(sources.map(({ kind }) => kind)).toEqual(['url', 'bytes'])
  await expect(find(cwd, ['nowhere'])).rejects.toThrow('There is no file or folder nowhere.')
})

test('a result of another command is left out if its source is beside it, and is a photo otherwise', async () => {
  const commandResults = [
    'ramen-upscale.png',
    'ramen-relight-2.jpg',
    'ramen-smart-layers-dish.png',
    'ramen-export-ubereats-item.jpg',
  ]
  const cwd = folderWith([
    'menu/ramen.jpg',
    'menu/tofu.png',
    'menu/tofu.jpg',
    'menu/tofu-png-upscale.png',
    'menu/udon-upscale.jpg',
    'menu/ramen-close-up.jpg',
    'menu/ramen-smart-layers-mine.png',
    ...commandResults.map((name) => `menu/${name}`),
    'menu-remove-background/ramen-remove-background.png',
  ])
  const { names, notes } = await find(cwd, ['.'], { recursive: true })
  expect(names).toEqual([
    'menu/ramen-close-up.jpg',
    'menu/ramen-smart-layers-mine.png',
    'menu/ramen.jpg',
    'menu/tofu.jpg',
    'menu/tofu.png',
    'menu/udon-upscale.jpg',
  ])
  expect(notes.join()).toContain('6 pictures below . left out')
})

test('a path that a shell split at its spaces is put together again, if nothing has the name of its first word', async () => {
  const cwd = folderWith({ 'my menu/pan pizza.jpg': 'GIF89a 1', 'ramen.jpg': 'GIF89a 2' })
  const { sources, notes } = await find(cwd, ['my', 'menu/pan', 'pizza.jpg', 'ramen.jpg'])
  expect(sources.map(({ name }) => name)).toEqual(['my menu/pan pizza.jpg', 'ramen.jpg'])
  expect(notes.join('\n')).toContain("Taken as one path, because of its spaces: 'my menu/pan pizza.jpg'")
  await expect(find(cwd, ['my', 'pizza.jpg'])).rejects.toThrow('There is no file or folder my.')
})
