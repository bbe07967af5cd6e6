import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dishPhoto } from '#server-testing/pictures'
import { page, quality } from '../quality-command.ts'
import { choosePhotos, withNames, withNumbers } from './photo-folder.ts'

const work = mkdtempSync(join(tmpdir(), 'platelight-quality-test-'))
const folder = join(work, 'menu')
const fresh = (name: string) => {
  const made = join(work, name)
  mkdirSync(made)
  return made
}

beforeAll(async () => {
  mkdirSync(folder)
  for (const [seed, name] of ['Our ramen (new).jpg', 'b.jpg', 'c.jpg', 'd.jpg'].entries())
    writeFileSync(join(folder, name), await dishPhoto({ width: 480, height: 360, seed }))
  writeFileSync(join(folder, 'stamp.jpg'), await dishPhoto({ width: 120, height: 90 }))
  writeFileSync(join(folder, 'torn.jpg'), 'no picture at all')
  writeFileSync(join(folder, 'prices.txt'), 'soup 5.00')
})
afterAll(() => rmSync(work, { recursive: true }))

test('photos are spread over the folder, and files that cannot be judged are left out with the reason', async () => {
  const { photos, about, leftOut } = await choosePhotos(folder, fresh('two'), 2)
  expect(photos.map((photo) => withNames(basename(photo)))).toEqual(['Our-ramen-new-.jpg', 'c.jpg'])
  expect(about).toBe('2 food photos of 0.2 to 0.2 megapixels, of a folder of 4')
  expect(leftOut).toEqual([expect.stringMatching(/^stamp\.jpg: 120 x 90/), expect.stringMatching(/^torn\.jpg: /)])
})

test('the public page names no file, and the private one does', async () => {
  const { photos, about } = await choosePhotos(folder, fresh('all'), 24)
  const worst = basename(photos[0] ?? '')
  const check = {
    what: 'a | b',
    target: '≥ 1',
    ours: '0',
    peer: '',
    met: false,
    note: `worst: ${worst} 0.93, then ${worst}`,
  }
  const row = { name: 'row', title: 'Row', checks: [check], seconds: 1, sheets: [] }
  const written = page([row, { ...row, title: 'Other', checks: [], skipped: 'needs a program' }], about)
  expect(withNumbers(written)).toContain('worst: photo 1 0.93, then photo 1 |')
  expect(withNumbers(written)).not.toMatch(/ramen/i)
  expect(withNames(written)).toContain('worst: Our-ramen-new-.jpg 0.93')
  expect(written).toContain('Not measured: needs a program.')
})

test('a run replaces the sections of its rows and keeps all others, also where it could not measure one', () => {
  const row = (title: string, ours: string) => ({
    name: title,
    title,
    seconds: 1,
    sheets: [],
    checks: [{ what: 'w', target: 't', ours, peer: '', met: true, note: '' }],
  })
  const titles = ['One', 'Two', 'Three']
  const kept = page([row('Three', 'old 3'), row('One', 'old 1')], '24 photos', { titles })
  const next = page(
    [row('Two', 'new 2'), row('One', 'new 1'), { ...row('Three', ''), skipped: 'needs a program' }],
    '66 photos',
    { kept, titles },
  )
  expect(next.match(/^## .*$/gm)).toEqual(['## One', '## Two', '## Three'])
  expect(next.match(/(old|new) \d/g)).toEqual(['new 1', 'new 2', 'old 3'])
  expect(next.match(/\d+ photos/g)).toEqual(['66 photos', '66 photos', '24 photos'])
})

test('an unusable folder is refused before anything is measured', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const empty = fresh('empty')
  for (const [args, words] of [
    [[], 'Name a folder'],
    [[join(work, 'nowhere')], 'There is no folder'],
    [[empty], 'There is no JPEG, PNG or WebP file'],
    [[folder, 'cutout'], 'There is no row cutout'],
    [[folder, '--photos', 'few'], '--photos is a number'],
    [[folder, '--wrte'], '--wrte'],
  ] as const) {
    expect(await quality([...args]), words).toBe(2)
    expect(said).toHaveBeenLastCalledWith(expect.stringContaining(words))
  }
  said.mockRestore()
})
