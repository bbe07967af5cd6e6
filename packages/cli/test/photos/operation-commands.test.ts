import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CatalogueEntry } from '../../src/operations/catalogue-entry.ts'
import type { OperationFlags } from '../../src/operations/operation-items.ts'
import { existingAt, freePlace, numbered, placeAll, placeOne } from '../../src/operations/operation-outputs.ts'
import { checkFields, fieldsOf } from '../../src/operations/operation-parameters.ts'
import { addOperations } from '../../src/program/photos/operation-commands.ts'
import { tree } from '../support/cli-process.ts'
import { type Answer, fakeApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const KEY = 'pl_live_0123456789'

/** Work that is queued: done when it is asked for, told when its job is. A price that is refused is refused at once. */
function jobDoor(work: Routes[string]): Routes {
  const ended: object[] = []
  const status = (number: number) => (): Answer => ({ json: { job_id: `run_${number}`, ...ended[number] } })
  return {
    'POST /api/jobs/submit': async (seen: Seen): Promise<Answer> => {
      const asked = { ...seen, json: (seen.json as { params: object }).params }
      const answer = await (typeof work === 'function' ? work(asked) : work)
      if (!answer || answer.status === 402) return answer ?? {}
      const { error } = answer.json as { error?: { code: string; message: string } }
      ended.push(
        error
          ? { status: 'FAILURE', error: error.message, error_code: error.code }
          : { status: 'SUCCESS', result: answer.json },
      )
      return {
        ...answer,
        status: 200,
        json: { job_id: `run_${ended.length - 1}`, status: 'pending', job_type: 'upscale' },
      }
    },
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, number) => [`GET /api/jobs/run_${number}/status`, status(number)]),
    ),
  }
}

/** A server that enlarges: what it is sent comes back with a note, and each call costs by its scale. */
async function enlarger(routes: Routes = {}) {
  let url = ''
  const upscale = (seen: Seen): Answer => {
    const { scale = 2, format = 'jpeg' } = seen.json as { scale?: number; format?: string }
    const extension = format === 'jpeg' ? 'jpg' : format
    return {
      json: {
        id: 'run_1',
        status: 'completed',
        credits_used: scale === 4 ? 2 : 1,
        result_url: `${url}/files/out.${extension}`,
        warnings: ['Resampled.'],
      },
    }
  }
  const api = await fakeApi({
    ...jobDoor(routes['POST /api/upscale'] ?? upscale),
    'POST /api/mobile/uploads': ({ body }: Seen): Answer => {
      const content = body.toString().split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? ''
      const id = `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.jpg`
      return { json: { id, url: `${url}/uploads/${id}` } }
    },
    'POST /api/estimate': ({ json }: Seen): Answer => {
      const { body, quantity } = json as { body: { scale?: number }; quantity: number }
      const each = body.scale === 4 ? 2 : 1
      return {
        json: {
          operation: 'upscale',
          credits_each: each,
          credits: each * quantity,
          available_credits: 9,
          affordable: true,
        },
      }
    },
    'GET /api/account/credits': { json: { credits: 9 } },
    ...Object.fromEntries(
      ['jpg', 'webp', 'png'].map((extension) => [
        `GET /files/out.${extension}`,
        { bytes: Buffer.from(`large ${extension}`) },
      ]),
    ),
    ...routes,
  })
  url = api.url
  const env = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: KEY }
  const calls = () =>
    api.seen
      .filter(({ path }) => path === '/api/jobs/submit')
      .map((seen) => ({ ...seen, json: (seen.json as { params: object }).params }))
  return { ...api, env, calls }
}

test('a photo is sent, enlarged and saved beside itself, and the key goes nowhere else', async () => {
  const cwd = folderWith({ 'menu/ramen.jpg': 'photo' })
  const { env, calls, seen, url } = await enlarger()
  const { code, stdout, stderr } = await command(['upscale', 'menu/ramen.jpg', '--scale', '4'], { cwd, env })
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: 'done     menu/ramen.jpg -> menu/ramen-upscale.jpg\n',
    stderr: 'menu/ramen.jpg: Resampled.\n',
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

test('a flag that is left out is left to the server, and the name of the result says its format', async () => {
  const cwd = folderWith(['a.jpg'])
  const { env, calls } = await enlarger()
  expect((await command(['upscale', 'a.jpg', '-o', 'big/cover.webp'], { cwd, env })).code).toBe(0)
  expect(Object.keys(calls()[0]?.json as object).sort()).toEqual(['format', 'image_url'])
  expect(readFileSync(join(cwd, 'big/cover.webp'), 'utf8')).toBe('large webp')
})

test('the same photo asked for in the same way has the same key in every run', async () => {
  const cwd = folderWith({ 'a.jpg': 'one', 'b.jpg': 'two' })
  const { env, calls } = await enlarger()
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

test('what is there already is skipped without a call, written over, or kept beside the new one', async () => {
  const cwd = folderWith({ 'a.jpg': 'one', 'a-upscale.jpg': 'old' })
  const { env, seen } = await enlarger()
  const skipped = await command(['upscale', 'a.jpg', '--json'], { cwd, env })
  expect(skipped.json()).toMatchObject({ files: [{ status: 'skipped' }], summary: { done: 0, skipped: 1 } })
  expect(seen).toEqual([])
  await command(['upscale', 'a.jpg', '--on-existing', 'rename'], { cwd, env })
  expect(tree(cwd)['a-upscale.jpg']?.toString()).toBe('old')
  expect(tree(cwd)['a-upscale-2.jpg']?.toString()).toBe('large jpg')
  await command(['upscale', 'a.jpg', '--on-existing', 'overwrite'], { cwd, env })
  expect(tree(cwd)['a-upscale.jpg']?.toString()).toBe('large jpg')
})

test('a folder is mirrored, and a photo that the server refuses stops none of the others', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/cold/soup.png': 'b', 'menu/bad.jpg': 'bad' })
  let count = 0
  const { env } = await enlarger({
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
  expect(lines.at(-1)).toEqual({ schemaVersion: 1, type: 'summary', done: 2, failed: 1, skipped: 0 })
  expect(Object.keys(tree(join(cwd, 'menu-upscale')))).toEqual(['a-upscale.jpg', 'cold/soup-upscale.jpg'])
})

test('a name cannot break its line, or write to the terminal', async () => {
  const cwd = folderWith({ 'menu/\x1b[31m\n.jpg': 'a' })
  const { env } = await enlarger()
  const { stdout } = await command(['upscale', 'menu', '--yes'], { cwd, env })
  expect(stdout).toContain('menu/\\u001b[31m\\n.jpg -> menu-upscale/\\u001b[31m\\n-upscale.jpg\n')
  expect(stdout).not.toContain('\x1b')
})

test('a name as long as a disk takes still has room for its result', async () => {
  const name = `${'x'.repeat(251)}.jpg`
  const cwd = folderWith([`menu/${name}`, `menu/${'ü'.repeat(125)}.jpg`])
  const { env } = await enlarger()
  expect((await command(['upscale', 'menu', '--yes'], { cwd, env })).code).toBe(0)
  const names = Object.keys(tree(join(cwd, 'menu-upscale')))
  expect(names.map((each) => each.replace(/[0-9a-f]{12}/, '#'))).toEqual([
    `${'x'.repeat(187)}-#-upscale.jpg`,
    `${'ü'.repeat(93)}-#-upscale.jpg`,
  ])
})

test('several photos are priced first, and a limit stops before it is passed', async () => {
  const cwd = folderWith({ 'a.jpg': 'GIF89a a', 'b.jpg': 'GIF89a b', 'c.jpg': 'GIF89a c' })
  const { env, calls } = await enlarger()
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

test('credits that are used up end the run with 5, and nothing further is begun', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg', 'c.jpg'])
  const { env, calls } = await enlarger({ 'POST /api/upscale': refusal(402, 'insufficient_credits') })
  const args = ['upscale', 'a.jpg', 'b.jpg', 'c.jpg', '--yes', '--concurrency', '1', '--json']
  const { code, json } = await command(args, { cwd, env })
  expect(code).toBe(5)
  expect(calls()).toHaveLength(1)
  expect(json().summary).toMatchObject({ failed: 1, remaining: 2, error: { code: 'insufficient_credits' } })
})

test('standard input comes out on standard output, and nothing else does', async () => {
  const cwd = folderWith()
  const { env } = await enlarger()
  const { code, bytes, stderr } = await command(['upscale', '-'], { cwd, env, input: 'photo' })
  expect({ code, text: bytes.toString() }).toEqual({ code: 0, text: 'large jpg' })
  expect(stderr).toContain('done     - -> standard output')
  const both = await command(['upscale', '-', '--json'], { cwd, env, input: 'photo' })
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('so would JSON')
})

test('a format is the one that was typed, else the name’s, else the folder’s, else the file’s of settings', async () => {
  const rules = { output_format: 'png', folders: { 'web/**': { output_format: 'webp' } } }
  const cwd = folderWith({ 'platelight.config.json': JSON.stringify(rules), 'web/a.jpg': 'a', 'b.jpg': 'b' })
  const { env, calls } = await enlarger()
  const upscale = (...args: string[]) => command(['upscale', ...args, '--on-existing', 'overwrite'], { cwd, env })
  await upscale('web/a.jpg')
  await upscale('b.jpg')
  await upscale('web/a.jpg', '--format', 'jpeg')
  await upscale('web/a.jpg', '-o', 'x.png')
  expect(calls().map(({ json }) => (json as { format: string }).format)).toEqual(['webp', 'png', 'jpeg', 'png'])
  expect((await upscale('b.jpg', '-o', 'x.png', '--format', 'webp')).stderr).toContain('Leave one of them out.')
})

test.each([
  [['upscale', 'a.jpg', '--scale', '3'], 'Allowed choices are 2, 4.'],
  [['upscale', 'a.jpg', '--format', 'bmp'], 'Allowed choices are jpeg, png, webp, avif.'],
  [['upscale', 'a.jpg', 'b.jpg', '-o', 'one.jpg'], 'one.jpg holds one picture'],
  [['upscale', 'a.jpg', '-o', 'a.jpg'], 'originals are never written over'],
  [['upscale', 'nowhere.jpg'], 'There is no file or folder nowhere.jpg.'],
  [['upscale', 'a.jpg', 'b.jpg', '-o', '-'], 'Standard output holds one picture'],
])('%j is refused before anything is sent', async (args, text) => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  const { env, seen } = await enlarger()
  const { code, stderr } = await command(args, { cwd, env })
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(seen).toEqual([])
})

test('a result that cannot be fetched is told with its reason, and half of it is nowhere', async () => {
  const cwd = folderWith(['a.jpg'])
  const { env } = await enlarger({ 'GET /files/out.jpg': refusal(404, 'not_found') })
  const { code, stdout } = await command(['upscale', 'a.jpg'], { cwd, env })
  expect(code).toBe(1)
  expect(stdout).toContain('The result could not be fetched: the server answered 404. (result_missing)')
  expect(Object.keys(tree(cwd))).toEqual(['a.jpg'])
})

/** A server that makes photos alike: the one called odd stands out. */
async function matcher() {
  const parts: string[][] = []
  let url = ''
  const server = await enlarger({
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

test('photos made alike are named after themselves, and what still stands out is said by name', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/odd.png': 'b', 'best.jpg': 'c' })
  const { env, parts } = await matcher()
  const match = (...args: string[]) => command(['match', 'menu', '--yes', ...args], { cwd, env })
  const { code, stdout } = await match()
  expect(code).toBe(0)
  expect(stdout).toContain('alike by 40 of 100, and are by 90')
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

test('a menu too long for one call is sent in parts where a reference holds them together, and else refused', async () => {
  const cwd = folderWith(Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`menu/${100 + i}.jpg`, String(i)])))
  const { env, parts } = await matcher()
  const refused = await command(['match', 'menu', '--yes'], { cwd, env })
  expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --reference PHOTO'),
  })
  expect(parts).toEqual([])
  const { code } = await command(['match', 'menu', '--yes', '--reference', 'menu/100.jpg'], { cwd, env })
  expect(code).toBe(0)
  expect(parts.map(({ length }) => length)).toEqual([12, 11])
  expect(Object.keys(tree(cwd)).filter((path) => path.startsWith('menu-match/'))).toHaveLength(23)
})

const entry: CatalogueEntry = {
  name: 'inpaint',
  method: 'inpaint',
  path: '/api/inpaint',
  summary: 'Edit one area of a photo.',
  description: 'Costs 2 credits.',
  input: 'picture',
  result: 'result_url',
  parameters: [
    { name: 'prompt', type: 'text', required: true, about: 'What should be there.' },
    { name: 'mask_url', type: 'picture', required: false, about: 'White where to edit.' },
    { name: 'box', type: 'numbers', required: false, about: '', fields: ['x', 'y', 'width', 'height'] },
    { name: 'weights', type: 'list', required: false, about: '' },
    { name: 'steps', type: 'list', required: false, about: '', choices: ['upscale', 'relight'] },
    { name: 'reference_images', type: 'pictures', required: false, about: '' },
    { name: 'strength', type: 'number', required: false, about: '', min: 0, max: 1, default: 0.5 },
    { name: 'partial', type: 'boolean', required: false, about: '', default: false },
    { name: 'shadow', type: 'boolean', required: false, about: '', default: true },
    { name: 'extra', type: 'json', required: false, about: '' },
  ],
}

/** The flags as commander reads them for an operation that is not built yet. */
async function typed(args: readonly string[]): Promise<OperationFlags> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  let flags: OperationFlags = {}
  addOperations(program, async () => undefined, [entry])
  const inpaint = program.commands[0]!.exitOverride().configureOutput({ writeErr: () => undefined })
  inpaint.action((_, given: OperationFlags) => {
    flags = given
  })
  await program.parseAsync(['inpaint', 'a.jpg', ...args], { from: 'user' })
  return flags
}

const send = (async ({ path }: { path: string }) => ({ url: `sent:${path}` })) as never

test('every kind of parameter becomes a flag, and what was typed becomes the body', async () => {
  const flags = await typed([
    ...['--prompt', 'parsley', '--mask', 'mask.png', '--box', '0.1,0.2,0.3,0.4', '--weights', '0.6,0.4'],
    ...['--steps', 'relight,upscale', '--reference-images', 'r.jpg', '--reference-images', 'https://x.example/r.jpg'],
    ...['--strength', '0.8', '--partial', '--no-shadow', '--extra', '{"a":1}'],
  ])
  expect(await fieldsOf(entry, flags, { cwd: '/srv', send })).toEqual({
    prompt: 'parsley',
    mask_url: 'sent:/srv/mask.png',
    box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
    weights: [0.6, 0.4],
    steps: ['relight', 'upscale'],
    reference_images: ['sent:/srv/r.jpg', 'https://x.example/r.jpg'],
    strength: 0.8,
    partial: true,
    shadow: false,
    extra: { a: 1 },
  })
  expect(await fieldsOf(entry, await typed(['--prompt', 'x']), { cwd: '/srv', send })).toEqual({ prompt: 'x' })
})

test.each([
  [[], "required option '--prompt <text>' not specified"],
  [['--prompt', 'x', '--strength', '2'], 'It must be a number from 0 to 1.'],
])('%j is refused by the flag', async (args, text) => {
  await expect(typed(args)).rejects.toThrow(text)
})

test.each([
  [['--box', '1,2,3'], '--box takes 4 numbers with commas between them: x,y,width,height.'],
  [['--steps', 'fry'], '--steps: "fry" is none of upscale, relight.'],
  [['--extra', '{'], '--extra must be valid JSON.'],
])('%j is refused before anything is sent', async (args, text) => {
  const flags = await typed(['--prompt', 'x', ...args])
  expect(() => checkFields(entry, flags)).toThrow(text)
})

test('results of pictures with one name keep apart, and a result is no photo to work on', () => {
  const file = (path: string) => ({
    source: { kind: 'file', name: path, path, input: { kind: 'file', root: '/m' }, below: path } as const,
  })
  const placing = { name: 'upscale', cwd: '/m', out: undefined, onExisting: 'skip', stdoutIsTerminal: false } as const
  const sources = ['/m/a.jpg', '/m/a.png', '/m/b.jpg', '/m/b-upscale.jpg'].map((path) => file(path).source)
  expect(placeAll(sources, placing).map(({ place }) => place)).toEqual([
    { kind: 'stem', stem: '/m/a-jpg-upscale' },
    { kind: 'stem', stem: '/m/a-png-upscale' },
    { kind: 'stem', stem: '/m/b-upscale' },
  ])
  expect(placeOne({ ...placing, name: 'compose' })).toEqual({ kind: 'stem', stem: '/m/compose' })
  expect(placeOne({ ...placing, out: 'x/table.png' })).toEqual({ kind: 'file', path: '/m/x/table.png' })
})

test('a result in several parts is there when all of them are, and its parts share a number', () => {
  const cwd = folderWith(['ramen-smart-layers-dish.png'])
  const source = {
    kind: 'file',
    name: 'ramen.jpg',
    path: join(cwd, 'ramen.jpg'),
    input: { kind: 'file', root: cwd },
    below: 'ramen.jpg',
  } as const
  const options = { name: 'smart-layers', parts: ['dish', 'plate'], cwd, out: undefined, onExisting: 'skip' } as const
  const [placed] = placeAll([source], { ...options, stdoutIsTerminal: false })
  if (!placed) throw new Error('It is not placed.')
  expect(existingAt(placed.place)).toBeUndefined()
  writeFileSync(join(cwd, 'ramen-smart-layers-plate.png'), 'mask')
  expect(existingAt(placed.place)).toBe(join(cwd, 'ramen-smart-layers-dish.png'))
  expect(numbered(freePlace(placed.place), 'dish')).toEqual({
    kind: 'stem',
    stem: join(cwd, 'ramen-smart-layers-2-dish'),
  })
  expect(() => placeAll([source], { ...options, out: 'one.png', stdoutIsTerminal: false })).toThrow('makes 2 files')
})

test.each([
  [['inpaint', 'a.jpg'], 'Give one of --mask, --box or --layer.'],
  [['inpaint', 'a.jpg', '--box', '0,0,1,1', '--layer', 'dish'], 'Give only one of --mask, --box or --layer'],
  [['export', 'a.jpg', '--platform', 'ubereats'], '--platform: "ubereats" cannot be.'],
])('%j is refused before anything is sent', async (words, reason) => {
  const { code, stderr } = await command(words, { cwd: folderWith(['a.jpg']) })
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) })
})

test('--dry-run says what would be done and what it costs; nothing is sent and nothing written', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'GIF89a a', 'menu/b.jpg': 'GIF89a b', 'menu-upscale/a-upscale.jpg': 'there' })
  const { env, seen } = await enlarger()
  const { code, stdout } = await command(['upscale', 'menu', '--scale', '4', '--dry-run'], { cwd, env })
  expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: [
      'skipped  menu/a.jpg: already there',
      'new      menu/b.jpg -> menu-upscale/b-upscale.*',
      '1 photo, 2 credits (≈ $0.10), balance 9 → 7. Nothing was sent, nothing written.',
    ],
  })
  expect(seen.map(({ path }) => path)).toEqual(['/api/estimate'])
  const { json } = await command(['process', 'menu', '--do', 'upscale', '--dry-run', '--json'], { cwd, env })
  expect(json()).toMatchObject({ files: [{ status: 'due' }, { status: 'due' }], summary: { due: 2, credits: 2 } })
  expect(Object.keys(tree(cwd)).sort()).toEqual(['menu-upscale/a-upscale.jpg', 'menu/a.jpg', 'menu/b.jpg'])
  // The built-in server has no price, and is not started for it.
  const own = await command(['upscale', 'menu', '--dry-run'], { cwd })
  expect(own.stdout).toContain('1 photo to do. Nothing was sent, nothing written.')
})

test('a price counts what will be charged: not what is no picture, and what is equal once', async () => {
  const files = { 'a.jpg': 'GIF89a one', 'b.jpg': 'GIF89a one', 'c.jpg': 'GIF89a two', 'page.jpg': '<html>' }
  const cwd = folderWith(files)
  const { env, calls } = await enlarger()
  const { code, stderr } = await command(['upscale', ...Object.keys(files)], { cwd, env })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('2 photos, 2 credits') })
  expect(calls()).toHaveLength(0)
})
