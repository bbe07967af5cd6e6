import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { events, pictures, run, tree } from '../support/cli-process.ts'
import { dish, dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

// The real CLI starts the real server. Small pictures that are not enlarged keep it quick.
const QUICK = ['--no-upscale', '--formats', 'square']

test('a nested folder is enhanced although some of its photos are broken', async () => {
  const good = await dishes(['menu/ramen.jpg', 'menu/ramen.png', 'menu/starters/cold/soup.JPG', 'menu/mains/pie.webp'])
  const cwd = folderWith({
    ...good,
    'menu/starters/page.jpg': '<!doctype html><title>Sign in</title>',
    'menu/mains/cut.jpg': (await dish(9)).subarray(0, 1500),
    'menu/mains/empty.jpg': '',
    'menu/notes.txt': 'not a photo',
    'menu/.hidden.jpg': 'hidden',
  })
  const before = tree(join(cwd, 'menu'))

  const first = await run(['enhance', 'menu', '--recursive', '--ndjson', '--manifest', 'run.json', ...QUICK], { cwd })
  expect(first.code).toBe(3)
  const reported = events(first.stdout)
  const byFile = Object.fromEntries(reported.map((event) => [event.file ?? 'summary', event]))
  expect(Object.keys(byFile).sort()).toEqual([
    'menu/mains/cut.jpg',
    'menu/mains/empty.jpg',
    'menu/mains/pie.webp',
    'menu/ramen.jpg',
    'menu/ramen.png',
    'menu/starters/cold/soup.JPG',
    'menu/starters/page.jpg',
    'summary',
  ])
  expect(reported.at(-1)).toEqual({
    schemaVersion: 2,
    type: 'summary',
    done: 4,
    failed: 3,
    skipped: 0,
    creditsUsed: 4,
    leftOut: [{ file: 'menu/notes.txt', kind: 'document' }],
    out: join(cwd, 'menu-enhanced'),
  })
  expect(byFile['menu/starters/page.jpg']).toMatchObject({ status: 'failed', error: { code: 'unsupported_image' } })
  expect(byFile['menu/mains/cut.jpg']).toMatchObject({ status: 'failed', error: { code: 'image_unreadable' } })
  expect(byFile['menu/mains/empty.jpg']).toMatchObject({ status: 'failed', error: { code: 'image_unreadable' } })
  expect(byFile['menu/starters/cold/soup.JPG']).toMatchObject({
    status: 'done',
    outputs: [{ format: 'square', path: join(cwd, 'menu-enhanced/starters/cold/soup-square.jpg') }],
  })

  // The tree is mirrored, equal names are kept apart, and every result is a complete square JPEG.
  const results = pictures(join(cwd, 'menu-enhanced'))
  expect(Object.keys(results)).toEqual([
    'mains/pie-square.jpg',
    'ramen-jpg-square.jpg',
    'ramen-png-square.jpg',
    'starters/cold/soup-square.jpg',
  ])
  for (const bytes of Object.values(results)) {
    const { format, width, height } = await sharp(bytes).metadata()
    expect(format).toBe('jpeg')
    expect(width).toBe(height)
  }
  expect(tree(join(cwd, 'menu'))).toEqual(before)

  const manifest = JSON.parse(tree(cwd)['run.json']!.toString())
  expect(manifest.schemaVersion).toBe(2)
  expect(manifest.files).toHaveLength(7)
  expect(manifest.summary).toEqual(reported.at(-1))

  // Four photos were charged, but not the broken ones.
  const account = await run(['account', 'credits', '--json'], { cwd })
  expect(JSON.parse(account.stdout)).toMatchObject({ credits: 1_000_000 - 4, credits_used_this_month: 4 })

  // In a second run existing results are skipped, and the broken photos are reported again.
  const second = await run(['enhance', 'menu', '--recursive', ...QUICK], { cwd })
  expect(second.code).toBe(3)
  expect(second.stdout).toContain('skipped     menu/ramen.jpg: It is there already.')
  expect(second.stdout).toContain('failed      menu/starters/page.jpg: ')
  expect(second.stdout).toMatch(/0 done, 3 failed, 4 already there, in \d+ s\. The pictures are in menu-enhanced\.\n$/)
  expect(pictures(join(cwd, 'menu-enhanced'))).toEqual(results)
})

test('if every photo fails, the exit code has the reason and no folder is created', async () => {
  const cwd = folderWith({ 'menu/a.jpg': '<html>', 'menu/b.jpg': 'not a picture at all' })
  const { code, stdout } = await run(['enhance', 'menu', '--json', ...QUICK], { cwd })
  expect(code).toBe(6)
  expect(JSON.parse(stdout).summary).toMatchObject({ done: 0, failed: 2 })
  expect(readdirSync(cwd)).not.toContain('menu-enhanced')
})

test('a run over an empty folder does nothing and starts no server', async () => {
  const cwd = folderWith(['menu/notes.txt'])
  const { code, stdout, stderr } = await run(['enhance', 'menu'], { cwd })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain('No photos in menu.')
  expect(readdirSync(cwd)).toEqual(['menu'])
})

test('an unwritable output folder is reported before anything is sent', async () => {
  const cwd = folderWith({ ...(await dishes(['menu/a.jpg'])), web: 'a file where the folder should be' })
  const { code, stdout, stderr } = await run(['enhance', 'menu', '--out', 'web'], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`Results cannot be written to ${join(cwd, 'web')}: it is a file, not a folder.`)
  expect(stderr).toContain('Choose another folder with --out.')
  // No server was started, or its data folder would be here.
  expect(readdirSync(cwd).sort()).toEqual(['menu', 'web'])
})

test('one photo gives one picture, with files and with standard input and output', async () => {
  const photo = await dish(3)
  const cwd = folderWith({ 'ramen.jpg': photo })
  const named = await run(['enhance', 'ramen.jpg', '--out', 'cover.jpg', ...QUICK], { cwd })
  expect(named.code).toBe(0)
  const piped = await run(['enhance', '-', ...QUICK], { cwd, input: photo })
  expect(piped.code).toBe(0)
  expect((await sharp(piped.bytes).metadata()).format).toBe('jpeg')
  // The same photo and options give the same picture, and nothing is bought the second time.
  expect(piped.bytes.equals(tree(cwd)['cover.jpg']!)).toBe(true)
  const beside = await run(['enhance', 'ramen.jpg', '--no-upscale'], { cwd })
  expect(beside.stdout).toContain('done        ramen.jpg -> enhanced/ramen-{square,portrait,landscape}.jpg\n')
  const account = await run(['account', 'credits', '--json'], { cwd })
  expect(JSON.parse(account.stdout)).toMatchObject({ credits_used_this_month: 2 })
})

test('--max-credits also applies to the built-in server, which has no other limits', async () => {
  const cwd = folderWith(await dishes(['menu/a.jpg', 'menu/b.jpg', 'menu/c.jpg']))
  const { code, stdout } = await run(['enhance', 'menu', '--max-credits', '2', '--ndjson', ...QUICK], { cwd })
  expect(code).toBe(5)
  expect(events(stdout).at(-1)).toMatchObject({ type: 'summary', done: 2, stopped: 'max_credits' })
})
