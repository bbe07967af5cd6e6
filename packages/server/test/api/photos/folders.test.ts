import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type EnhanceFolderOptions, enhanceFolder, estimateFolder } from '@platelight/sdk/node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
/** Different photos, each drawn once. */
let photos: Buffer[]

beforeAll(async () => {
  app = await startApp()
  photos = await Promise.all(
    Array.from({ length: 6 }, (_, index) => dishPhoto({ width: 320, height: 240, seed: index + 1 })),
  )
})
afterAll(() => app.close())

/** A folder with a photo at each of these paths, and the content of its files. */
function menuWith(...names: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'platelight-folders-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  names.forEach((name, index) => {
    const path = join(cwd, 'menu', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, photos[index % photos.length]!)
  })
  const filesIn = (folder: string): string[] =>
    readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(cwd, folder).length + 1))
      .sort()
  const originals = () =>
    filesIn('menu').map((name) =>
      createHash('sha256')
        .update(readFileSync(join(cwd, 'menu', name)))
        .digest('hex'),
    )
  return { cwd, filesIn, originals, read: (...way: string[]) => readFileSync(join(cwd, ...way)) }
}

const QUICK = { formats: ['square'], upscale: false } as const
const run = (client: Customer['client'], cwd: string, options: EnhanceFolderOptions = {}) =>
  enhanceFolder(client, 'menu', { cwd, ...QUICK, ...options })

test('a folder is priced first, enhanced, mirrored and charged once, and its originals do not change', async () => {
  const { client, credits } = await app.customer({ credits: 10 })
  const { cwd, filesIn, originals, read } = menuWith('ramen.jpg', 'starters/rolls.jpg', 'starters/cold/tofu.jpg')
  const before = originals()

  const quote = await estimateFolder(client, 'menu', { cwd, ...QUICK })
  expect(quote).toMatchObject({ photos: 3, due: 3, credits: 3, creditsEach: 1, available: 10, affordable: true })
  expect(await credits()).toBe(10)

  const report = await run(client, cwd, { maxCredits: quote.credits })
  expect(report).toMatchObject({ failed: [], skipped: [], remaining: 0, creditsUsed: 3 })
  expect(await credits()).toBe(7)
  expect(originals()).toEqual(before)
  const names = ['ramen-square.jpg', 'starters/cold/tofu-square.jpg', 'starters/rolls-square.jpg']
  expect(filesIn('menu-enhanced')).toEqual(['.platelight-batch.jsonl', ...names])
  for (const name of names) {
    const { width, height, format } = await sharp(read('menu-enhanced', name)).metadata()
    expect({ format, ratio: width! / height! }).toEqual({ format: 'jpeg', ratio: 1 })
  }

  expect(await estimateFolder(client, 'menu', { cwd, ...QUICK })).toMatchObject({
    due: 0,
    credits: 0,
    affordable: true,
  })
  expect((await run(client, cwd)).skipped).toHaveLength(3)
  expect(await credits()).toBe(7)
})

test('a run aborted at any moment and repeated has every photo once, charged once', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `${index}.jpg`)
  const { client, credits } = await app.customer({ credits: 50 })
  const { cwd, filesIn, read } = menuWith(...names)
  for (let moment = 1; moment <= 20; moment++) {
    const giveUp = new AbortController()
    let events = 0
    await run(client, cwd, {
      giveUp: giveUp.signal,
      concurrency: 3,
      onEvent: () => {
        // Between events too: half of the moments are shortly after one.
        if (++events === moment + 2) setTimeout(() => giveUp.abort(), moment % 2 === 0 ? 0 : 7 * moment)
      },
    })
    expect(filesIn('menu').length).toBe(6)
  }
  const last = await run(client, cwd)
  expect(last).toMatchObject({ failed: [], remaining: 0 })
  const results = filesIn('menu-enhanced').filter((name) => name !== '.platelight-batch.jsonl')
  expect(results).toEqual(names.map((name) => name.replace('.jpg', '-square.jpg')))
  for (const name of results) expect((await sharp(read('menu-enhanced', name)).stats()).channels).toHaveLength(3)
  expect(await credits()).toBe(44)
})

test('a paid result that was lost locally is fetched by its id, even after its key has expired', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const { cwd } = menuWith('a.jpg')
  await run(client, cwd)
  rmSync(join(cwd, 'menu-enhanced/a-square.jpg'))
  await app.core.database.db.deleteFrom('idempotency_keys').execute()
  await app.core.database.db.updateTable('runs').set({ request_key: null }).execute()
  expect(await estimateFolder(client, 'menu', { cwd, ...QUICK })).toMatchObject({ due: 1, credits: 0 })
  expect(await run(client, cwd)).toMatchObject({ failed: [], creditsUsed: 0 })
  expect(await credits()).toBe(4)
})

test('without its ledger file a run is still charged once, by the key of each photo', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const { cwd } = menuWith('a.jpg', 'b.jpg')
  await run(client, cwd)
  rmSync(join(cwd, 'menu-enhanced'), { recursive: true })
  expect(await run(client, cwd)).toMatchObject({ failed: [], creditsUsed: 0 })
  expect(await credits()).toBe(3)
})

test('a deleted photo is enhanced again when its result is missing, and that is charged', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const { cwd } = menuWith('a.jpg')
  const { done } = await run(client, cwd)
  await client.photos.delete(done[0]!.photo!)
  rmSync(join(cwd, 'menu-enhanced/a-square.jpg'))
  expect(await run(client, cwd)).toMatchObject({ failed: [], creditsUsed: 1 })
  expect(await credits()).toBe(3)
})

test("a run stops when credits run out, with the server's message, and continues with more credits", async () => {
  const { client, credits, email } = await app.customer({ credits: 2 })
  const { cwd } = menuWith('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  const quote = await estimateFolder(client, 'menu', { cwd, ...QUICK })
  expect(quote).toMatchObject({ credits: 4, available: 2, affordable: false })
  const first = await run(client, cwd, { concurrency: 1 })
  expect(first).toMatchObject({ stopped: 'credits', remaining: 1, creditsUsed: 2 })
  expect(first.failed.map(({ error }) => error.code)).toEqual(['insufficient_credits'])
  await app.operator.createKey({ email, name: 'more', credits: 5, plan: undefined })
  expect(await run(client, cwd)).toMatchObject({ failed: [], remaining: 0, creditsUsed: 2 })
  expect(await credits()).toBeGreaterThanOrEqual(0)
})

test("a file that is not a picture fails alone, with the server's code", async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const { cwd } = menuWith('a.jpg', 'b.jpg')
  writeFileSync(join(cwd, 'menu/broken.jpg'), Buffer.from('\xff\xd8\xff\xe0 and then nothing', 'latin1'))
  writeFileSync(join(cwd, 'menu/page.jpg'), '<!doctype html><title>Sign in</title>')
  const { done, failed } = await run(client, cwd)
  expect(done).toHaveLength(2)
  expect(failed.map(({ file, error }) => `${file} ${error.code}`)).toEqual([
    'menu/broken.jpg image_unreadable',
    'menu/page.jpg unsupported_image',
  ])
  expect(await credits()).toBe(3)
})
