import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFolderOptions } from '../../src/folder/enhance/folder-options.ts'
import { scanFolder } from '../../src/folder/enhance/scan-folder.ts'
import { possiblePaths } from '../../src/folder/outputs/output-targets.ts'
import { type FolderInput, type FolderOptions, planFolder } from '../../src/node-entry.ts'
import { folderWith } from '../support/photo-folders.ts'

const find = async (cwd: string, input: FolderInput | FolderInput[], options: FolderOptions = {}) => {
  const { perFile, notes } = await planFolder(input, { cwd, ...options })
  return { names: perFile.map(({ file }) => file), notes }
}

/** The path of the first format of each photo, relative to the working folder. */
const places = async (cwd: string, input: FolderInput | FolderInput[], options: FolderOptions = {}) => {
  const settings = readFolderOptions({ cwd, formats: ['square'], ...options })
  const { outputs, plan } = await scanFolder(input, settings, 25_000_000, 'plan')
  const results = Object.fromEntries(
    outputs.items.map(({ name, parts }) => [name, possiblePaths(parts[0]!.targets[0]!)[0]?.replace(`${cwd}/`, '')]),
  )
  return { results, ...plan }
}

test('files with a photo extension are found, in upper or lower case', async () => {
  const names = ['a.jpg', 'b.JPEG', 'c.HeIc', 'd.webp', 'e.tif', 'f.gif', 'g.avif', 'h.jfif', 'i.JPE', 'j.HIF']
  const cwd = folderWith([...names, 'notes.txt', 'price.pdf', '.hidden.jpg', '._a.jpg'].map((name) => `menu/${name}`))
  expect((await find(cwd, 'menu')).names).toEqual(names.map((name) => `menu/${name}`))
})

test('the result in the original format does not have the name of the photo', async () => {
  const cwd = folderWith(['a.jpg'])
  const { perFile } = await planFolder('a.jpg', { cwd, formats: ['square', 'original'] })
  expect(perFile[0]?.outputs).toMatchObject([
    { format: 'square', path: `${cwd}/enhanced/a-square.jpg` },
    { format: 'original', path: `${cwd}/enhanced/a-full.jpg` },
  ])
})

test('subfolders are included, or mentioned in a note if they are not', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/b.jpg', 'menu/starters/cold/c.jpg', 'menu/.cache/d.jpg'])
  expect((await find(cwd, 'menu/')).names).toEqual(['menu/a.jpg', 'menu/starters/b.jpg', 'menu/starters/cold/c.jpg'])
  const flat = await find(cwd, 'menu', { recursive: false })
  expect(flat.names).toEqual(['menu/a.jpg'])
  expect(flat.notes.join()).toContain('2 photos in folders below menu left out')
})

test('results of earlier runs anywhere below the folder are left out', async () => {
  const cwd = folderWith([
    'shop/menu/a.jpg',
    'shop/menu-enhanced/a-square.jpg',
    'shop/menu-enhanced/sub/b-square.jpg',
    'shop/enhanced/c-square.jpg',
    'shop/c.jpg',
    'shop/light-enhanced/d.jpg',
  ])
  const { names, notes } = await find(cwd, 'shop')
  expect(names).toEqual(['shop/c.jpg', 'shop/light-enhanced/d.jpg', 'shop/menu/a.jpg'])
  expect(notes.join()).toContain('3 pictures below shop left out')
  // If the caller names the same folder, it is an ordinary input.
  expect((await find(cwd, 'shop/menu-enhanced')).names).toContain('shop/menu-enhanced/a-square.jpg')
})

test('photos below outDir are left out, unless it is the input folder itself', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/web/a-square.jpg'])
  expect((await find(cwd, 'menu', { outDir: 'menu/web' })).names).toEqual(['menu/a.jpg'])
  expect((await find(cwd, 'menu', { outDir: 'menu' })).names).toContain('menu/web/a-square.jpg')
})

test('include selects and ignore leaves out; a name without a slash matches at any depth', async () => {
  const cwd = folderWith(
    ['a.jpg', 'a.png', 'drafts/b.jpg', 'mains/drafts/c.jpg', 'mains/d.jpg'].map((each) => `menu/${each}`),
  )
  const below = async (options: FolderOptions) =>
    (await find(cwd, 'menu', options)).names.map((name) => name.replace('menu/', ''))
  expect(await below({ ignore: ['drafts'] })).toEqual(['a.jpg', 'a.png', 'mains/d.jpg'])
  expect(await below({ ignore: ['*.JPG'] })).toEqual(['a.png'])
  expect(await below({ include: ['mains/**'] })).toEqual(['mains/d.jpg', 'mains/drafts/c.jpg'])
  expect(await below({ include: ['*.{png,webp}'] })).toEqual(['a.png'])
})

test('an existing file whose name looks like a glob is taken as a file, with any extension', async () => {
  const cwd = folderWith(['dish[1].jpg', 'dish1.jpg', 'IMG_0001'])
  expect((await find(cwd, ['dish[1].jpg', 'IMG_0001'])).names).toEqual(['dish[1].jpg', 'IMG_0001'])
})

test('a photo that is found twice, also through a link, counts once', async () => {
  const cwd = folderWith(['menu/a.jpg'])
  symlinkSync(join(cwd, 'menu/a.jpg'), join(cwd, 'menu/b.jpg'))
  expect((await find(cwd, ['menu/a.jpg', 'menu', { path: 'menu/b.jpg' }])).names).toEqual(['menu/a.jpg'])
})

test('cyclic links of folders end, and broken links are left out', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/sub/b.jpg'])
  symlinkSync(join(cwd, 'menu'), join(cwd, 'menu/again'))
  symlinkSync('..', join(cwd, 'menu/sub/up'))
  symlinkSync('nowhere', join(cwd, 'menu/gone.jpg'))
  expect((await find(cwd, 'menu')).names).toEqual(['menu/a.jpg', 'menu/sub/b.jpg'])
})

test('missing and invalid inputs are refused by name', async () => {
  const cwd = folderWith(['a.jpg'])
  await expect(find(cwd, 'nowhere')).rejects.toMatchObject({
    code: 'input_missing',
    message: 'There is no file or folder nowhere.',
  })
  await expect(find(cwd, { path: 'a.jpg', root: 'menu' })).rejects.toMatchObject({ code: 'invalid_input' })
  const bytes = new Uint8Array([1])
  const twice = [
    { bytes, name: '-' },
    { bytes, name: '-' },
  ]
  await expect(find(cwd, twice)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a folder is mirrored next to itself, or below outDir', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/cold/b.jpg'])
  expect((await places(cwd, 'menu')).results).toEqual({
    'menu/a.jpg': 'menu-enhanced/a-square.jpg',
    'menu/starters/cold/b.jpg': 'menu-enhanced/starters/cold/b-square.jpg',
  })
  expect((await places(cwd, 'menu', { outDir: 'web' })).results).toEqual({
    'menu/a.jpg': 'web/a-square.jpg',
    'menu/starters/cold/b.jpg': 'web/starters/cold/b-square.jpg',
  })
})

test('results of single photos go into enhanced/ next to them, or flat into outDir', async () => {
  const cwd = folderWith(['menu/a.jpg', 'desk/b.jpg'])
  const each = await places(cwd, ['menu/a.jpg', 'desk/b.jpg'])
  expect(each.results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'desk/b.jpg': 'desk/enhanced/b-square.jpg',
  })
  expect({ out: each.out, roots: each.roots }).toEqual({
    out: cwd,
    roots: [join(cwd, 'menu/enhanced'), join(cwd, 'desk/enhanced')],
  })
  const together = await places(cwd, ['menu/a.jpg', 'desk/b.jpg'], { outDir: 'web' })
  expect(Object.values(together.results)).toEqual(['web/a-square.jpg', 'web/b-square.jpg'])
})

test('a photo with a root mirrors its tree, and several trees are kept apart in one outDir', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/b.jpg', 'lunch/a.jpg', 'dinner/a.jpg'])
  const matches = [
    { path: 'menu/a.jpg', root: 'menu' },
    { path: 'menu/starters/b.jpg', root: 'menu' },
  ]
  expect((await places(cwd, matches)).results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'menu/starters/b.jpg': 'menu/enhanced/starters/b-square.jpg',
  })
  expect((await places(cwd, ['lunch', 'dinner'], { outDir: 'web' })).results).toEqual({
    'lunch/a.jpg': 'web/lunch/a-square.jpg',
    'dinner/a.jpg': 'web/dinner/a-square.jpg',
  })
})

test.each([
  ['other extensions', ['menu/a.jpg', 'menu/a.png', 'menu/b.jpg'], ['a-jpg', 'a-png', 'b']],
  ['other case', ['menu/IMG.JPG', 'menu/img.jpeg'], ['IMG-JPG', 'img-jpeg']],
  ['a longer name that is taken', ['menu/a-jpg.webp', 'menu/a.jpg', 'menu/a.png'], ['a-jpg-webp', 'a-png', 'menu-a']],
])('photos that would share a result name get different ones: %s', async (_, files, stems) => {
  const { results } = await places(folderWith(files), 'menu')
  expect(Object.values(results).sort()).toEqual(stems.map((stem) => `menu-enhanced/${stem}-square.jpg`))
})

test('equal names from two folders get distinct results, independent of the order', async () => {
  const cwd = folderWith(['x/a.jpg', 'y/a.jpg'])
  const one = await places(cwd, ['x/a.jpg', 'y/a.jpg'], { outDir: 'web' })
  const other = await places(cwd, ['y/a.jpg', 'x/a.jpg'], { outDir: 'web' })
  expect(one.results).toEqual({ 'x/a.jpg': 'web/x-a-square.jpg', 'y/a.jpg': 'web/y-a-square.jpg' })
  expect(other.results).toEqual(one.results)
})

test('earlier results are left out if outDir is the folder of the photos, also through a link', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/a-square.jpg', 'menu/b.jpg'])
  symlinkSync(join(cwd, 'menu'), join(cwd, 'linked'))
  for (const outDir of ['menu', 'linked']) {
    const { results, notes } = await places(cwd, 'menu', { outDir })
    expect(Object.keys(results)).toEqual(['menu/a.jpg', 'menu/b.jpg'])
    expect(notes.join()).toContain('1 left out')
    const overwriting = places(cwd, 'menu', { outDir, onExisting: 'overwrite' })
    await expect(overwriting).rejects.toThrow('menu/a-square.jpg has the name of another')
  }
})

test('the result name of an address cannot leave its folder', async () => {
  const cwd = folderWith()
  const name = async (input: FolderInput) => Object.values((await places(cwd, input, { outDir: 'web' })).results)[0]
  expect(await name('https://example.com/menu/ramen.jpg?w=100')).toBe('web/ramen-square.jpg')
  expect(await name(new URL('https://example.com/'))).toBe('web/example-square.jpg')
  expect(await name('https://example.com/..%2F..%2Fetc%2Fpasswd.jpg')).toBe('web/-..-etc-passwd-square.jpg')
  expect(await name({ bytes: new Uint8Array([1]), name: '-' })).toBe('web/photo-square.jpg')
  const both = await places(cwd, ['https://example.com/a/1.jpg', 'https://example.com/b/1.jpg'], { outDir: 'web' })
  expect(new Set(Object.values(both.results)).size).toBe(2)
})

test('naming sets the names; duplicates and paths are refused', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/b.jpg'])
  const named = await places(cwd, 'menu', { naming: ({ stem, format }) => `${format}_${stem}` })
  expect(Object.values(named.results)).toEqual(['menu-enhanced/square_a.jpg', 'menu-enhanced/square_b.jpg'])
  await expect(places(cwd, 'menu', { naming: () => 'same' })).rejects.toThrow(
    'menu/a.jpg and menu/b.jpg the same result',
  )
  await expect(places(cwd, 'menu', { naming: () => '../x' })).rejects.toThrow('not a file name')
})

test('a single result can be written to a named file', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  expect((await places(cwd, 'a.jpg', { outFile: 'cover.jpg' })).results).toEqual({ 'a.jpg': 'cover.jpg' })
  const refused = (input: FolderInput | FolderInput[], options: FolderOptions) =>
    expect(places(cwd, input, options)).rejects
  await refused(['a.jpg', 'b.jpg'], { outFile: 'cover.jpg' }).toThrow('holds one picture')
  await refused('a.jpg', { outFile: 'cover.jpg', formats: ['square', 'portrait'] }).toThrow('one format')
  await refused('a.jpg', { outFile: 'a.jpg' }).toThrow('originals are never overwritten')
  await refused('a.jpg', { outFile: 'cover.jpg', removeBackground: true }).toThrow('cover.png')
  await refused('a.jpg', { outFile: 'cover.webp' }).toThrow('cover.jpg')
})

test.each([
  [{ formats: [] }, 'formats'],
  [{ formats: ['round' as 'square'] }, 'round'],
  [{ onExisting: 'ask' as 'skip' }, 'onExisting'],
  [{ outDir: 'a', outFile: 'b.jpg' }, 'not both'],
])('invalid options are refused by name: %o', async (options, word) => {
  mkdirSync(join(folderWith(), 'menu'))
  await expect(planFolder('.', options)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(word),
  })
})
