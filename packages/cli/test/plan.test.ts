import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discover } from '../src/enhance/discover.ts'
import { commonRoot, type PlanOptions, pathsOf, planRun } from '../src/enhance/plan.ts'
import { folderWith } from './support/folders.ts'

const plan = async (cwd: string, inputs: string[], options: Partial<PlanOptions> = {}) => {
  const { out } = options
  const { sources } = await discover(inputs, {
    cwd,
    recursive: true,
    include: [],
    ignore: [],
    out: out === undefined ? undefined : join(cwd, out),
  })
  const planned = planRun(sources, {
    cwd,
    out: undefined,
    formats: ['square'],
    removeBackground: false,
    onExisting: 'skip',
    stdoutIsTerminal: false,
    ...options,
  })
  const results = Object.fromEntries(
    planned.items.map(({ name, targets }) => [name, pathsOf(targets[0]!)[0]?.replace(`${cwd}/`, '')]),
  )
  return { ...planned, results }
}

test('a folder is mirrored beside itself, or below --out', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/cold/b.jpg'])
  expect((await plan(cwd, ['menu'])).results).toEqual({
    'menu/a.jpg': 'menu-enhanced/a-square.jpg',
    'menu/starters/cold/b.jpg': 'menu-enhanced/starters/cold/b-square.jpg',
  })
  expect((await plan(cwd, ['menu'], { out: 'web' })).results).toEqual({
    'menu/a.jpg': 'web/a-square.jpg',
    'menu/starters/cold/b.jpg': 'web/starters/cold/b-square.jpg',
  })
})

test('photos named one by one go into enhanced/ beside them, or flat into --out', async () => {
  const cwd = folderWith(['menu/a.jpg', 'desk/b.jpg'])
  expect((await plan(cwd, ['menu/a.jpg', 'desk/b.jpg'])).results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'desk/b.jpg': 'desk/enhanced/b-square.jpg',
  })
  const together = await plan(cwd, ['menu/a.jpg', 'desk/b.jpg'], { out: 'web' })
  expect(Object.values(together.results)).toEqual(['web/a-square.jpg', 'web/b-square.jpg'])
})

test('a glob mirrors the tree below its fixed part into enhanced/ there', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/b.jpg'])
  expect((await plan(cwd, ['menu/**/*.jpg'])).results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'menu/starters/b.jpg': 'menu/enhanced/starters/b-square.jpg',
  })
})

test('several folders keep apart in one --out', async () => {
  const cwd = folderWith(['lunch/a.jpg', 'dinner/a.jpg'])
  expect((await plan(cwd, ['lunch', 'dinner'], { out: 'web' })).results).toEqual({
    'lunch/a.jpg': 'web/lunch/a-square.jpg',
    'dinner/a.jpg': 'web/dinner/a-square.jpg',
  })
})

test.each([
  ['other extensions', ['menu/a.jpg', 'menu/a.png', 'menu/b.jpg'], ['a-jpg', 'a-png', 'b']],
  ['other case', ['menu/IMG.JPG', 'menu/img.jpeg'], ['IMG-JPG', 'img-jpeg']],
  ['a longer name that is taken', ['menu/a-jpg.webp', 'menu/a.jpg', 'menu/a.png'], ['a-jpg-webp', 'a-png', 'menu-a']],
])('photos that would share a name do not: %s', async (_, files, stems) => {
  const { results } = await plan(folderWith(files), ['menu'])
  expect(Object.values(results).sort()).toEqual(stems.map((stem) => `menu-enhanced/${stem}-square.jpg`))
})

test('the same name from two folders tells them apart, in whatever order they come', async () => {
  const cwd = folderWith(['x/a.jpg', 'y/a.jpg'])
  const one = await plan(cwd, ['x/a.jpg', 'y/a.jpg'], { out: 'web' })
  const other = await plan(cwd, ['y/a.jpg', 'x/a.jpg'], { out: 'web' })
  expect(one.results).toEqual({ 'x/a.jpg': 'web/x-a-square.jpg', 'y/a.jpg': 'web/y-a-square.jpg' })
  expect(other.results).toEqual(one.results)
})

test('with the input folder as --out, earlier results are not taken for photos', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/a-square.jpg', 'menu/b.jpg'])
  expect((await plan(cwd, ['menu'], { out: 'menu' })).results).toEqual({
    'menu/a.jpg': 'menu/a-square.jpg',
    'menu/b.jpg': 'menu/b-square.jpg',
  })
  await expect(plan(cwd, ['menu'], { out: 'menu', onExisting: 'overwrite' })).rejects.toThrow('menu/a-square.jpg')
})

test('an address gives a name that stays in its folder', async () => {
  const cwd = folderWith()
  const names = async (url: string) => Object.values((await plan(cwd, [url], { out: 'web' })).results)[0]
  expect(await names('https://example.com/menu/ramen.jpg?w=100')).toBe('web/ramen-square.jpg')
  expect(await names('https://example.com/')).toBe('web/example-square.jpg')
  expect(await names('https://example.com/..%2F..%2Fetc%2Fpasswd.jpg')).toBe('web/-..-etc-passwd-square.jpg')
  const both = await plan(cwd, ['https://example.com/a/1.jpg', 'https://example.com/b/1.jpg'], { out: 'web' })
  expect(new Set(Object.values(both.results)).size).toBe(2)
})

test('one picture can go to a named file', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  expect((await plan(cwd, ['a.jpg'], { out: 'cover.jpg' })).items[0]?.targets).toEqual([
    { kind: 'file', format: 'square', path: join(cwd, 'cover.jpg') },
  ])
  await expect(plan(cwd, ['a.jpg', 'b.jpg'], { out: 'cover.jpg' })).rejects.toThrow('holds one picture')
  await expect(plan(cwd, ['a.jpg'], { out: 'cover.jpg', formats: ['square', 'portrait'] })).rejects.toThrow(
    'one format',
  )
  await expect(plan(cwd, ['a.jpg'], { out: 'a.jpg' })).rejects.toThrow('originals are never written over')
  await expect(plan(cwd, ['a.jpg'], { out: 'cover.jpg', removeBackground: true })).rejects.toThrow('cover.png')
  await expect(plan(cwd, ['a.jpg'], { out: 'cover.webp' })).rejects.toThrow('cover.jpg')
  mkdirSync(join(cwd, 'odd.jpg'))
  expect(Object.values((await plan(cwd, ['a.jpg'], { out: 'odd.jpg' })).results)).toEqual(['odd.jpg/a-square.jpg'])
})

test('standard output holds one picture, and no terminal', async () => {
  const cwd = folderWith(['a.jpg'])
  expect((await plan(cwd, ['a.jpg'], { out: '-' })).items[0]?.targets).toEqual([{ kind: 'stdout', format: 'square' }])
  expect((await plan(cwd, ['-'])).items[0]?.targets).toEqual([{ kind: 'stdout', format: 'square' }])
  await expect(plan(cwd, ['a.jpg'], { out: '-', formats: ['square', 'portrait'] })).rejects.toThrow('one format')
  await expect(plan(cwd, ['a.jpg'], { out: '-', stdoutIsTerminal: true })).rejects.toThrow('--out FILE')
})

test('the common root of the results', () => {
  expect(commonRoot(['/m/menu-enhanced'])).toBe('/m/menu-enhanced')
  expect(commonRoot(['/m/a', '/m/b/c', '/m/ab'])).toBe('/m')
  expect(commonRoot([])).toBeNull()
})
