import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

interface PlanOptions {
  readonly out?: string
  readonly formats?: string
  readonly more?: readonly string[]
}

/** The path of the first format of each photo according to `--dry-run`, relative to the working folder. */
const plan = async (cwd: string, inputs: string[], { out, formats = 'square', more = [] }: PlanOptions = {}) => {
  const place = out === undefined ? [] : ['--out', out]
  const args = ['enhance', ...inputs, '--recursive', '--formats', formats, ...place, ...more, '--dry-run', '--json']
  const ended = await command(args, { cwd })
  if (ended.code !== 0) throw new Error(ended.stderr)
  const { files, summary } = ended.json()
  const results = Object.fromEntries(
    files.map(({ file, outputs }: { file: string; outputs: { path: string }[] }) => [
      file,
      outputs[0]?.path.replace(`${cwd}/`, ''),
    ]),
  )
  return { results, files, summary }
}

test('a folder is mirrored next to itself, or below --out', async () => {
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

test('results of single photos go into enhanced/ next to them, or flat into --out', async () => {
  const cwd = folderWith(['menu/a.jpg', 'desk/b.jpg'])
  expect((await plan(cwd, ['menu/a.jpg', 'desk/b.jpg'])).results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'desk/b.jpg': 'desk/enhanced/b-square.jpg',
  })
  const together = await plan(cwd, ['menu/a.jpg', 'desk/b.jpg'], { out: 'web' })
  expect(Object.values(together.results)).toEqual(['web/a-square.jpg', 'web/b-square.jpg'])
})

test('results of a glob mirror the tree below its fixed part into enhanced/', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/starters/b.jpg'])
  expect((await plan(cwd, ['menu/**/*.jpg'])).results).toEqual({
    'menu/a.jpg': 'menu/enhanced/a-square.jpg',
    'menu/starters/b.jpg': 'menu/enhanced/starters/b-square.jpg',
  })
})

test('several folders are kept apart in one --out', async () => {
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
])('photos that would share a result name get different ones: %s', async (_, files, stems) => {
  const { results } = await plan(folderWith(files), ['menu'])
  expect(Object.values(results).sort()).toEqual(stems.map((stem) => `menu-enhanced/${stem}-square.jpg`))
})

test('equal names from two folders get distinct results, independent of the order', async () => {
  const cwd = folderWith(['x/a.jpg', 'y/a.jpg'])
  const one = await plan(cwd, ['x/a.jpg', 'y/a.jpg'], { out: 'web' })
  const other = await plan(cwd, ['y/a.jpg', 'x/a.jpg'], { out: 'web' })
  expect(one.results).toEqual({ 'x/a.jpg': 'web/x-a-square.jpg', 'y/a.jpg': 'web/y-a-square.jpg' })
  expect(other.results).toEqual(one.results)
})

test('earlier results are left out if --out is the input folder', async () => {
  const cwd = folderWith(['menu/a.jpg', 'menu/a-square.jpg', 'menu/b.jpg'])
  expect((await plan(cwd, ['menu'], { out: 'menu' })).results).toEqual({
    'menu/a.jpg': 'menu/a-square.jpg',
    'menu/b.jpg': 'menu/b-square.jpg',
  })
  await expect(plan(cwd, ['menu'], { out: 'menu', more: ['--on-existing', 'overwrite'] })).rejects.toThrow(
    'menu/a-square.jpg',
  )
})

test('the result name of an address cannot leave its folder', async () => {
  const cwd = folderWith()
  const names = async (url: string) => Object.values((await plan(cwd, [url], { out: 'web' })).results)[0]
  expect(await names('https://example.com/menu/ramen.jpg?w=100')).toBe('web/ramen-square.jpg')
  expect(await names('https://example.com/')).toBe('web/example-square.jpg')
  expect(await names('https://example.com/..%2F..%2Fetc%2Fpasswd.jpg')).toBe('web/-..-etc-passwd-square.jpg')
  const both = await plan(cwd, ['https://example.com/a/1.jpg', 'https://example.com/b/1.jpg'], { out: 'web' })
  expect(new Set(Object.values(both.results)).size).toBe(2)
})

test('a single result can be written to a named file', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  expect((await plan(cwd, ['a.jpg'], { out: 'cover.jpg' })).results).toEqual({ 'a.jpg': 'cover.jpg' })
  const refused = (inputs: string[], options: PlanOptions) => expect(plan(cwd, inputs, options)).rejects
  await refused(['a.jpg', 'b.jpg'], { out: 'cover.jpg' }).toThrow('holds one picture')
  await refused(['a.jpg'], { out: 'cover.jpg', formats: 'square,portrait' }).toThrow('one format')
  await refused(['a.jpg'], { out: 'a.jpg' }).toThrow('originals are never overwritten')
  await refused(['a.jpg'], { out: 'cover.jpg', more: ['--remove-background'] }).toThrow('cover.png')
  await refused(['a.jpg'], { out: 'cover.webp' }).toThrow('cover.jpg')
  mkdirSync(join(cwd, 'odd.jpg'))
  expect((await plan(cwd, ['a.jpg'], { out: 'odd.jpg' })).results).toEqual({ 'a.jpg': 'odd.jpg/a-square.jpg' })
})

test('standard output holds one picture', async () => {
  const cwd = folderWith(['a.jpg', 'menu/b.jpg', 'menu/c.jpg'])
  expect(await plan(cwd, ['a.jpg'], { out: '-' })).toMatchObject({ results: { 'a.jpg': '-' }, summary: { out: null } })
  expect((await plan(cwd, ['-'])).results).toEqual({ '-': '-' })
  await expect(plan(cwd, ['a.jpg'], { out: '-', formats: 'square,portrait' })).rejects.toThrow('one format')
  await expect(plan(cwd, ['menu'], { out: '-' })).rejects.toThrow('one photo')
})

test('the common folder of all results is printed', async () => {
  const cwd = folderWith(['x/a.jpg', 'y/b/c.jpg'])
  expect((await plan(cwd, ['x'])).summary.out).toBe(join(cwd, 'x-enhanced'))
  expect((await plan(cwd, ['x', 'y'])).summary.out).toBe(cwd)
})
