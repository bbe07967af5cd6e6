import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { ownDisks } from '../../../imaging/test/support/machine/own-disks.ts'
import { checkWritable, enhanceFolder, estimateFolder, type Summary } from '../../src/node-entry.ts'
import { folderWith, menu, put, results, tree } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'

const square = ['square'] as const

test('a folder that can be created passes the check, which leaves no file behind', async () => {
  const folder = folderWith(['menu/a.jpg'])
  await checkWritable([join(folder, 'menu-enhanced/starters'), join(folder, 'menu')])
  expect(tree(folder)).toEqual(['menu/a.jpg'])
})

test('a file at the path of the results folder is reported before anything is sent, with what to do', async () => {
  const cwd = folderWith({ ...menu(1), web: 'a file' })
  const service = await photoService()
  const call = enhanceFolder(service.client, 'menu', { cwd, outDir: 'web/new' })
  await expect(call).rejects.toMatchObject({
    code: 'output_unwritable',
    message: `Results cannot be written to ${join(cwd, 'web')}: it is a file, not a folder. Nothing was sent and nothing charged. Choose another folder for the results.`,
  })
  expect(service.asked).toEqual([])
})

test(
  'a path that nobody can write to is reported, even to root',
  onlyIf(process.platform === 'linux', 'only on Linux'),
  async () => {
    await expect(checkWritable(['/proc/platelight'])).rejects.toThrow('Results cannot be written to /proc')
  },
)

test(
  'a name that is not UTF-8 is reported as the cause',
  onlyIf(process.platform === 'linux', 'only on Linux'),
  async () => {
    const cwd = folderWith(menu(1))
    writeFileSync(
      Buffer.concat([Buffer.from(join(cwd, 'menu/caf')), Buffer.from([0xe9]), Buffer.from('.jpg')]),
      'a photo',
    )
    const service = await photoService()
    const { done, failed } = await enhanceFolder(service.client, 'menu', { cwd, formats: square })
    expect(done).toHaveLength(1)
    expect(failed).toMatchObject([
      {
        file: 'menu/caf\ufffd.jpg',
        error: { code: 'file_unreadable', message: expect.stringContaining('its name is not valid UTF-8. Rename it.') },
      },
    ])
  },
)

test('a full disk stops the run, reports how much space is missing, and has no partial files', ownDisks, async () => {
  const cwd = folderWith(menu(20))
  const service = await photoService()
  mkdirSync(join(cwd, 'menu-enhanced'))
  const node = `"${process.execPath}" --import tsx --conditions=platelight-source "${RUNNER}" "${service.url}" "${cwd}"`
  const disk = `mount -t tmpfs -o size=96k none "${cwd}/menu-enhanced"`
  const script = `${disk} && ${node} && cd "${cwd}/menu-enhanced" && for f in .* *; do [ -f "$f" ] && wc -c "$f"; done; true`
  const child = spawn('unshare', ['-rm', 'sh', '-c', script], { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = (await child.stdout.toArray()).join('').trimEnd().split('\n')

  const summary = lines
    .map((line) => (line.startsWith('{') ? JSON.parse(line) : {}))
    .find(({ type }) => type === 'summary')
  const { stopped, done, failed, remaining, error } = summary as Required<Summary>
  expect({ stopped, all: done + failed + remaining }).toEqual({ stopped: 'output', all: 20 })
  expect(done).toBeGreaterThan(0)
  expect(error.message).toMatch(/^The disk is full: \d MB are free, and about \d MB are needed for the \d+ photos/)
  const left = lines.filter((line) => /^\d/.test(line))
  expect(left.filter((line) => line.includes('.part'))).toEqual([])
  // All results have the same size here: each is complete or absent.
  expect(left.filter((line) => line.endsWith('.jpg')).length).toBeGreaterThanOrEqual(done)
  for (const line of left.filter((each) => each.endsWith('.jpg')))
    expect(Number.parseInt(line, 10)).toBeGreaterThan(12_000)

  // With free space the same call continues, and paid photos are not paid again.
  const again = await enhanceFolder(service.client, 'menu', { cwd, formats: square })
  expect(again).toMatchObject({ failed: [], remaining: 0 })
  expect(service.charges()).toBe(20)
})

test('a folder at the path of a result fails only that photo', async () => {
  const cwd = folderWith(menu(3))
  mkdirSync(join(cwd, 'menu-enhanced/1-square.jpg/odd'), { recursive: true })
  const { done, failed, stopped } = await enhanceFolder((await photoService()).client, 'menu', {
    cwd,
    formats: square,
    onExisting: 'overwrite',
  })
  expect({ done: done.length, stopped }).toEqual({ done: 2, stopped: undefined })
  expect(failed).toMatchObject([{ file: 'menu/1.jpg', error: { code: 'file_unwritable' } }])
})

test(
  'a photo without read permission fails by name',
  onlyIf(process.platform !== 'win32' && process.getuid?.() !== 0, 'root may read and write everything'),
  async () => {
    const cwd = folderWith(menu(2))
    chmodSync(join(cwd, 'menu/1.jpg'), 0)
    const { done, failed } = await enhanceFolder((await photoService()).client, 'menu', { cwd, formats: square })
    expect(done).toHaveLength(1)
    expect(failed).toMatchObject([{ file: 'menu/1.jpg', error: { code: 'file_unreadable' } }])
  },
)

test('a photo above the limit is refused before it is read, with the server’s code', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'x'.repeat(2000), 'menu/b.jpg': 'x' })
  const service = await photoService({ client: { maxImageBytes: 1000 } })
  const { failed } = await enhanceFolder(service.client, 'menu', { cwd, formats: square })
  expect(failed).toMatchObject([{ file: 'menu/a.jpg', error: { code: 'image_too_large' } }])
})

test('a photo that changes after reading is sent as read, and the next run treats it as a new photo', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'before' })
  const service = await photoService({
    async fault({ what, number }) {
      if (what === 'upload' && number === 1) writeFileSync(join(cwd, 'menu/a.jpg'), 'after')
      return undefined
    },
  })
  const run = () => enhanceFolder(service.client, 'menu', { cwd, formats: square })
  await run()
  expect(service.calls('upload')[0]?.body.includes('before')).toBe(true)
  expect((await run()).done).toHaveLength(1)
  expect(service.charges()).toBe(2)
})

test('an estimate spends and writes nothing, and recognises finished and paid photos', async () => {
  const cwd = folderWith(menu(4))
  const service = await photoService({ credits: 6, price: 2 })
  const ask = () => estimateFolder(service.client, 'menu', { cwd, formats: square })
  expect(await ask()).toMatchObject({ photos: 4, due: 4, credits: 8, creditsEach: 2, available: 6, affordable: false })
  expect(existsSync(join(cwd, 'menu-enhanced'))).toBe(false)

  await enhanceFolder(service.client, 'menu', { cwd, formats: square, maxCredits: 4, concurrency: 1 })
  const [first = ''] = results(join(cwd, 'menu-enhanced'))
  execFileSync('rm', [join(cwd, 'menu-enhanced', first)])
  const { perFile, ...quote } = await ask()
  expect(quote).toMatchObject({ photos: 4, due: 3, credits: 4, available: 2, affordable: false })
  expect(perFile.map(({ due, credits }) => `${due} ${credits}`).sort()).toEqual([
    'false 0',
    'true 0',
    'true 2',
    'true 2',
  ])
  expect(service.charges()).toBe(2)
})

test('an estimate sends no request if all results exist', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await enhanceFolder(service.client, 'menu', { cwd, formats: square })
  const before = service.asked.length
  const quote = await estimateFolder(service.client, 'menu', { cwd, formats: square })
  expect(quote).toMatchObject({ due: 0, credits: 0, available: null, affordable: true })
  expect(service.asked.length).toBe(before)
})

test('addresses and bytes are valid inputs; an address is sent without an upload', async () => {
  const cwd = folderWith()
  const service = await photoService()
  const inputs = ['https://example.com/ramen.jpg', { bytes: Buffer.from('from a pipe'), name: '-' }]
  const { done } = await enhanceFolder(service.client, inputs, { cwd, formats: square })
  expect(done.map(({ file }) => file)).toEqual(['https://example.com/ramen.jpg', '-'])
  expect(results(join(cwd, 'enhanced'))).toEqual(['photo-square.jpg', 'ramen-square.jpg'])
  expect(service.calls('upload')).toHaveLength(1)
  expect(JSON.parse(String(service.calls('enhance')[0]?.body))).toMatchObject({
    imageUrl: 'https://example.com/ramen.jpg',
  })
})

test('outFile keeps no ledger unless stateFile names one', async () => {
  const cwd = folderWith({ 'a.jpg': 'x' })
  const service = await photoService()
  await enhanceFolder(service.client, 'a.jpg', { cwd, formats: square, outFile: 'cover.jpg' })
  expect(tree(cwd)).toEqual(['a.jpg', 'cover.jpg'])
  await enhanceFolder(service.client, 'a.jpg', { cwd, formats: square, outFile: 'b.jpg', stateFile: 'state/run.jsonl' })
  expect(tree(cwd)).toEqual(['a.jpg', 'b.jpg', 'cover.jpg', 'state/run.jsonl'])
  expect(service.charges()).toBe(1)
})

test('scattered photos have one ledger per results folder', async () => {
  const cwd = folderWith({ 'x/a.jpg': 'same', 'y/b.jpg': 'same' })
  const service = await photoService()
  const run = () => enhanceFolder(service.client, ['x/a.jpg', 'y/b.jpg'], { cwd, formats: square })
  expect(await run()).toMatchObject({ creditsUsed: 1, failed: [] })
  for (const place of ['x', 'y']) {
    const text = readFileSync(join(cwd, place, 'enhanced/.platelight-batch.jsonl'), 'utf8')
    expect(text).toContain('"type":"saved"')
    put(join(cwd, place, 'enhanced/keep'), '')
  }
  expect((await run()).skipped).toHaveLength(2)
})

const PACKAGE = new URL('../..', import.meta.url).pathname
const RUNNER = new URL('../support/run-to-kill.ts', import.meta.url).pathname
