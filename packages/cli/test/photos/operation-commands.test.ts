import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tree } from '../support/cli-process.ts'
import { type Answer, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'
import { KEY, upscaleServer } from '../support/upscale-fixture.ts'

test('a photo is sent, enlarged and saved next to the original, and the key is sent only to the server', async () => {
  const cwd = folderWith({ 'menu/ramen.jpg': 'photo' })
  const { env, calls, seen, url } = await upscaleServer()
  const { code, stdout, stderr } = await command(['upscale', 'menu/ramen.jpg', '--scale', '4'], { cwd, env })
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: 'done        menu/ramen.jpg -> menu/ramen-upscale.jpg\n',
    // On a busy machine, notes about the progress come before.
    stderr: expect.stringMatching(/(^|\n)Resampled\.\n$/),
  })
  expect(readFileSync(join(cwd, 'menu/ramen-upscale.jpg'), 'utf8')).toBe('large jpg')
  expect(readFileSync(join(cwd, 'menu/ramen.jpg'), 'utf8')).toBe('photo')
  expect(calls()).toHaveLength(1)
  expect(calls()[0]).toMatchObject({
    json: { image_url: expect.stringContaining(`${url}/uploads/`), scale: 4 },
    headers: { 'x-max-credits': '2', authorization: `Bearer ${KEY}` },
  })
  expect(seen.find(({ path }) => path.startsWith('/files/'))?.headers.authorization).toBeUndefined()
})

test('a missing flag is not sent, and the extension of the result has its format', async () => {
  const cwd = folderWith(['a.jpg'])
  const { env, calls } = await upscaleServer()
  expect((await command(['upscale', 'a.jpg', '-o', 'big/cover.webp'], { cwd, env })).code).toBe(0)
  expect(Object.keys(calls()[0]?.json as object).sort()).toEqual(['format', 'image_url'])
  expect(readFileSync(join(cwd, 'big/cover.webp'), 'utf8')).toBe('large webp')
})

test('the same photo with the same options has the same key in every run', async () => {
  const cwd = folderWith({ 'a.jpg': 'one', 'b.jpg': 'two' })
  const { env, calls } = await upscaleServer()
  const upscale = (...args: string[]) => command(['upscale', ...args, '--on-existing', 'overwrite'], { cwd, env })
  await upscale('a.jpg')
  await upscale('a.jpg')
  await upscale('a.jpg', '--scale', '4')
  await upscale('b.jpg')
  const [first, again, larger, other] = calls().map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set([first, larger, other]).size).toBe(3)
  expect(again).toBe(first)
})

test('an existing result is skipped without a call, overwritten, or kept next to the new one', async () => {
  const cwd = folderWith({ 'a.jpg': 'one', 'a-upscale.jpg': 'old' })
  const { env, seen } = await upscaleServer()
  const skipped = await command(['upscale', 'a.jpg', '--json'], { cwd, env })
  expect(skipped.json()).toMatchObject({ files: [{ status: 'skipped' }], summary: { done: 0, skipped: 1 } })
  expect(seen).toEqual([])
  await command(['upscale', 'a.jpg', '--on-existing', 'rename'], { cwd, env })
  expect(tree(cwd)['a-upscale.jpg']?.toString()).toBe('old')
  expect(tree(cwd)['a-upscale-2.jpg']?.toString()).toBe('large jpg')
  await command(['upscale', 'a.jpg', '--on-existing', 'overwrite'], { cwd, env })
  expect(tree(cwd)['a-upscale.jpg']?.toString()).toBe('large jpg')
})

test('a folder is mirrored, and a refused photo does not stop the others', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/cold/soup.png': 'b', 'menu/bad.jpg': 'bad' })
  let count = 0
  const { env } = await upscaleServer({
    'POST /api/upscale': () =>
      ++count === 2
        ? refusal(400, 'image_unreadable', 'This is no picture.')
        : { json: { id: 'r', credits_used: 1, result_url: `${url()}/files/out.jpg`, warnings: [] } },
  })
  const url = () => env.PLATELIGHT_BASE_URL
  const args = ['upscale', 'menu', '--recursive', '--yes', '--ndjson', '--concurrency', '1']
  const { code, stdout } = await command(args, { cwd, env })
  expect(code).toBe(3)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ file, status }) => file && `${status} ${file}`).filter(Boolean)).toEqual([
    'done menu/a.jpg',
    'failed menu/bad.jpg',
    'done menu/cold/soup.png',
  ])
  expect(lines.at(-1)).toEqual({ schemaVersion: 2, type: 'summary', done: 2, failed: 1, skipped: 0 })
  expect(Object.keys(tree(join(cwd, 'menu-upscale')))).toEqual(['a-upscale.jpg', 'cold/soup-upscale.jpg'])
})

test('control characters in a name do not reach the terminal', async () => {
  const cwd = folderWith({ 'menu/\x1b[31m\n.jpg': 'a' })
  const { env } = await upscaleServer()
  const { stdout } = await command(['upscale', 'menu', '--yes'], { cwd, env })
  expect(stdout).toContain('menu/\\u001b[31m\\n.jpg -> menu-upscale/\\u001b[31m\\n-upscale.jpg\n')
  expect(stdout).not.toContain('\x1b')
})

test('a photo with the longest possible name has a result', async () => {
  const name = `${'x'.repeat(251)}.jpg`
  const cwd = folderWith([`menu/${name}`, `menu/${'ü'.repeat(125)}.jpg`])
  const { env } = await upscaleServer()
  expect((await command(['upscale', 'menu', '--yes'], { cwd, env })).code).toBe(0)
  const names = Object.keys(tree(join(cwd, 'menu-upscale')))
  expect(names.map((each) => each.replace(/[0-9a-f]{12}/, '#'))).toEqual([
    `${'x'.repeat(187)}-#-upscale.jpg`,
    `${'ü'.repeat(93)}-#-upscale.jpg`,
  ])
})

test('several photos are priced first, and the run stops before it exceeds the limit', async () => {
  const cwd = folderWith({ 'a.jpg': 'GIF89a a', 'b.jpg': 'GIF89a b', 'c.jpg': 'GIF89a c' })
  const { env, calls } = await upscaleServer()
  const refused = await command(['upscale', 'a.jpg', 'b.jpg', 'c.jpg', '--scale', '4'], { cwd, env })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('3 photos, 6 credits (≈ $0.30), balance 9 → 3. Nothing was sent.')
  expect(calls()).toHaveLength(0)
  const args = ['upscale', 'a.jpg', 'b.jpg', 'c.jpg', '--max-credits', '2', '--concurrency', '1', '--json']
  const capped = await command(args, { cwd, env })
  expect(capped.code).toBe(5)
  expect(calls()).toHaveLength(2)
  expect(capped.json().summary).toMatchObject({
    done: 2,
    failed: 0,
    remaining: 1,
    error: { code: 'max_credits' },
  })
})

test('used-up credits end the run with 5, and no other photo starts', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg', 'c.jpg'])
  const { env, calls } = await upscaleServer({ 'POST /api/upscale': refusal(402, 'insufficient_credits') })
  const args = ['upscale', 'a.jpg', 'b.jpg', 'c.jpg', '--yes', '--concurrency', '1', '--json']
  const { code, json } = await command(args, { cwd, env })
  expect(code).toBe(5)
  expect(calls()).toHaveLength(1)
  expect(json().summary).toMatchObject({ failed: 1, remaining: 2, error: { code: 'insufficient_credits' } })
})

test('a photo from standard input gives only the picture on standard output', async () => {
  const cwd = folderWith()
  const { env } = await upscaleServer()
  const { code, bytes, stderr } = await command(['upscale', '-'], { cwd, env, input: 'photo' })
  expect({ code, text: bytes.toString() }).toEqual({ code: 0, text: 'large jpg' })
  expect(stderr).toContain('done        - -> standard output')
  const both = await command(['upscale', '-', '--json'], { cwd, env, input: 'photo' })
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('would both go to standard output')
})

test('the format comes from the flag or file name, else from the folder rule, else from the project default', async () => {
  const rules = { output_format: 'png', folders: { 'web/**': { output_format: 'webp' } } }
  const cwd = folderWith({ 'platelight.config.json': JSON.stringify(rules), 'web/a.jpg': 'a', 'b.jpg': 'b' })
  const { env, calls } = await upscaleServer()
  const upscale = (...args: string[]) => command(['upscale', ...args, '--on-existing', 'overwrite'], { cwd, env })
  await upscale('web/a.jpg')
  await upscale('b.jpg')
  await upscale('web/a.jpg', '--format', 'jpeg')
  await upscale('web/a.jpg', '-o', 'x.png')
  expect(calls().map(({ json }) => (json as { format: string }).format)).toEqual(['webp', 'png', 'jpeg', 'png'])
  expect((await upscale('b.jpg', '-o', 'x.png', '--format', 'webp')).stderr).toContain('Leave out one of them.')
})

test.each([
  [['upscale', 'a.jpg', '--scale', '3'], 'Allowed choices are 2, 4.'],
  [['upscale', 'a.jpg', '--format', 'bmp'], 'Allowed choices are jpeg, png, webp, avif.'],
  [['upscale', 'a.jpg', 'b.jpg', '-o', 'one.jpg'], 'one.jpg can hold only one picture'],
  [['upscale', 'a.jpg', '-o', 'a.jpg'], 'originals are never overwritten'],
  [['upscale', 'nowhere.jpg'], 'There is no file or folder nowhere.jpg.'],
  [['upscale', 'a.jpg', 'b.jpg', '-o', '-'], 'Standard output can hold only one picture'],
])('%j is refused before anything is sent', async (args, text) => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  const { env, seen } = await upscaleServer()
  const { code, stderr } = await command(args, { cwd, env })
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(seen).toEqual([])
})

test('a photo that is given through a link is not overwritten', async () => {
  const cwd = folderWith({ 'ramen.jpg': 'photo' })
  symlinkSync('ramen.jpg', join(cwd, 'link.jpg'))
  for (const start of [['upscale'], ['enhance', '--formats', 'square']]) {
    const args = [...start, 'link.jpg', '-o', 'ramen.jpg', '--on-existing', 'overwrite']
    const { code, stderr } = await command(args, { cwd, env: (await upscaleServer()).env })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('never overwritten') })
  }
  expect(readFileSync(join(cwd, 'ramen.jpg'), 'utf8')).toBe('photo')
})

test('a result that cannot be fetched is reported with its reason and leaves no partial file', async () => {
  const cwd = folderWith(['a.jpg'])
  const { env } = await upscaleServer({ 'GET /files/out.jpg': refusal(404, 'not_found') })
  const { code, stdout } = await command(['upscale', 'a.jpg'], { cwd, env })
  expect(code).toBe(1)
  expect(stdout).toContain('The result could not be fetched: the server answered 404.')
  expect(Object.keys(tree(cwd))).toEqual(['a.jpg'])
})

/** A server for menu consistency. The photo called odd is an outlier. */
async function matcher() {
  const parts: string[][] = []
  let url = ''
  const server = await upscaleServer({
    'POST /api/menu-consistency': ({ json }: Seen): Answer => {
      const { image_urls } = json as { image_urls: string[] }
      parts.push(image_urls)
      const images = image_urls.map((_, index) => {
        const outlier = index === 1
        return { index, url: `${url}/files/out.jpg`, outlier, reasons: outlier ? ['It is 2.0 stops darker.'] : [] }
      })
      return { json: { id: 'r', credits_used: images.length, score_before: 40, score: 90, images, warnings: [] } }
    },
  })
  url = server.url
  return { ...server, parts }
}

test('results of menu consistency have the names of their photos, and outliers are reported by name', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/odd.png': 'b', 'best.jpg': 'c' })
  const { env, parts } = await matcher()
  const match = (...args: string[]) => command(['match', 'menu', '--yes', ...args], { cwd, env })
  const { code, stdout } = await match()
  expect(code).toBe(0)
  expect(stdout).toContain('Similarity: 40 of 100 before, 90 now.')
  expect(stdout).toMatch(/odd\.png still stands out\. It is 2\.0 stops darker\./)
  expect(Object.keys(tree(cwd)).sort()).toEqual(
    ['best.jpg', 'menu-match/a-match.jpg', 'menu-match/odd-match.jpg', 'menu/a.jpg', 'menu/odd.png'].sort(),
  )
  const again = await match('--json')
  expect(again.json()).toMatchObject({ files: [{ status: 'skipped' }] })
  expect(parts).toHaveLength(1)
  const fresh = await match('--json', '-o', 'other')
  expect(fresh.json()).toMatchObject({ files: [{ status: 'done', reply: { score: 90, images: [{ index: 0 }, {}] } }] })
})

test('a menu above the limit of a call is split if there is a reference, and refused otherwise', async () => {
  const cwd = folderWith(Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`menu/${100 + i}.jpg`, String(i)])))
  const { env, parts } = await matcher()
  const refused = await command(['match', 'menu', '--yes'], { cwd, env })
  expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Add --reference PHOTO'),
  })
  expect(parts).toEqual([])
  const { code } = await command(['match', 'menu', '--yes', '--reference', 'menu/100.jpg'], { cwd, env })
  expect(code).toBe(0)
  expect(parts.map(({ length }) => length)).toEqual([12, 11])
  expect(Object.keys(tree(cwd)).filter((path) => path.startsWith('menu-match/'))).toHaveLength(23)
})

test.each([
  [['inpaint', 'a.jpg'], 'Give one of --mask, --box or --layer.'],
  [['inpaint', 'a.jpg', '--box', '0,0,1,1', '--layer', 'dish'], 'Give only one of --mask, --box or --layer'],
  [['export', 'a.jpg', '--platform', 'ubereats'], '--platform: "ubereats" is not a valid value.'],
])('%j is refused before anything is sent', async (words, reason) => {
  const { code, stderr } = await command(words, { cwd: folderWith(['a.jpg']) })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) })
})

test('--dry-run shows what would be done and its price; nothing is sent or written', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'GIF89a a', 'menu/b.jpg': 'GIF89a b', 'menu-upscale/a-upscale.jpg': 'there' })
  const { env, seen } = await upscaleServer()
  const { code, stdout } = await command(['upscale', 'menu', '--scale', '4', '--dry-run'], { cwd, env })
  expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: [
      'skipped  menu/a.jpg: already there',
      'new      menu/b.jpg -> menu-upscale/b-upscale.*',
      '1 photo, 2 credits (≈ $0.10), balance 9 → 7. Nothing was sent or written.',
    ],
  })
  expect(seen.map(({ path }) => path)).toEqual(['/api/estimate'])
  const { json } = await command(['process', 'menu', '--do', 'upscale', '--dry-run', '--json'], { cwd, env })
  expect(json()).toMatchObject({ files: [{ status: 'due' }, { status: 'due' }], summary: { due: 2, credits: 2 } })
  expect(Object.keys(tree(cwd)).sort()).toEqual(['menu-upscale/a-upscale.jpg', 'menu/a.jpg', 'menu/b.jpg'])
  // The built-in server has no prices and is not started.
  const own = await command(['upscale', 'menu', '--dry-run'], { cwd })
  expect(own.stdout).toContain('1 photo to do. Nothing was sent or written.')
})

test('a price leaves out files that are not pictures and counts equal photos once', async () => {
  const files = { 'a.jpg': 'GIF89a one', 'b.jpg': 'GIF89a one', 'c.jpg': 'GIF89a two', 'page.jpg': '<html>' }
  const cwd = folderWith(files)
  const { env, calls } = await upscaleServer()
  const { code, stderr } = await command(['upscale', ...Object.keys(files)], { cwd, env })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('2 photos, 2 credits') })
  expect(calls()).toHaveLength(0)
})
