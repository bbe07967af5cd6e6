import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enhanceFixture, menu } from '../support/enhance-fixture.ts'

test('--dry-run shows each photo with its results and its price or why it is skipped, and changes nothing', async () => {
  const { cwd, run, service } = await enhanceFixture({ ...menu(2), 'menu-enhanced/0-square.jpg': 'there' })
  const { code, stdout } = await run(['enhance', 'menu', '--formats', 'square', '--dry-run', '--max-credits', '9'])
  expect(code).toBe(0)
  expect(stdout).toBe(
    'skipped  menu/0.jpg: already there\n' +
      'new      menu/1.jpg -> menu-enhanced/1-square.jpg (1 credit)\n' +
      '1 photo, 1 credit (≈ $0.05), balance 1,000 → 999. Nothing was sent or written.\n',
  )
  expect(service.asked.map(({ what }) => what)).toEqual(['estimate'])
  expect(readdirSync(join(cwd, 'menu-enhanced'))).toEqual(['0-square.jpg'])
})

test('--dry-run works without a server or a price', async () => {
  const { cwd, run } = await enhanceFixture(menu(1))
  const alone = await run(['enhance', 'menu', '--dry-run'], {
    env: { PLATELIGHT_BASE_URL: '', PLATELIGHT_API_KEY: '' },
  })
  expect(alone).toMatchObject({ code: 0, stderr: '' })
  expect(alone.stdout).toContain('1 photo to do.')
  const away = await run(['enhance', 'menu', '--dry-run'], { env: { PLATELIGHT_BASE_URL: 'http://127.0.0.1:9' } })
  expect(away.code).toBe(0)
  expect(away.stderr).toContain('The price is not known: ')
  expect(readdirSync(cwd)).toEqual(['menu'])
})

test('estimate prices each photo and the total; finished and paid photos cost nothing', async () => {
  const { cwd, run, enhance, service } = await enhanceFixture(menu(2))
  await enhance()
  rmSync(join(cwd, 'menu-enhanced/1-square.jpg'))
  writeFileSync(join(cwd, 'menu/2.jpg'), 'GIF89a photo 2')
  const args = ['estimate', 'menu', '--formats', 'square']
  const { code, stdout } = await run(args)
  expect(code).toBe(0)
  expect(stdout).toBe(
    '0 credits  ≈ $0.00  menu/0.jpg  already there\n' +
      '0 credits  ≈ $0.00  menu/1.jpg  paid for, only to be fetched\n' +
      '1 credit   ≈ $0.05  menu/2.jpg\n' +
      '1 photo, 1 credit (≈ $0.05), balance 998 → 997.\n',
  )
  expect((await run([...args, '--json'])).json()).toMatchObject({
    files: [
      { credits: 0, status: 'skipped' },
      { credits: 0, status: 'due' },
      { credits: 1, status: 'due' },
    ],
    summary: { type: 'estimate', photos: 3, due: 2, credits: 1, usd: 0.05, available: 998, affordable: true },
  })
  expect((await run([...args, '--ndjson'])).events.map(({ type }) => type)).toEqual([
    'plan',
    'plan',
    'plan',
    'estimate',
  ])
  expect(service.charges()).toBe(2)
})

test('estimate ends with 5 if the credits are not enough, and says for how many photos they are', async () => {
  const { run, cwd } = await enhanceFixture(menu(5), { credits: 3 })
  const { code, stdout } = await run(['estimate', 'menu'])
  expect(code).toBe(5)
  expect(stdout).toContain('5 photos, 5 credits (≈ $0.25), balance 3 → 0: enough for 3 of them.')
  expect(readdirSync(cwd)).toEqual(['menu'])
})

test('prompt, event and report show the same price, without duplicates and files that are not pictures', async () => {
  const files = {
    ...menu(3),
    'menu/copy.jpg': 'GIF89a photo 0',
    'menu/page.jpg': '<!doctype html><p>',
    'menu/empty.jpg': '',
  }
  const { run, enhance, service } = await enhanceFixture(files)
  const { stderr } = await run(['enhance', 'menu', '--formats', 'square'])
  expect(stderr).toContain('3 more photos will not be charged')
  expect(stderr).toContain('3 photos, 3 credits')
  const { stdout } = await run(['estimate', 'menu', '--formats', 'square'])
  expect(stdout).toContain('menu/copy.jpg   the same as another, paid for once')
  expect(stdout).toContain('menu/page.jpg   not a picture, costs nothing')
  expect(stdout).toContain('3 photos, 3 credits')
  const { events, summary } = await enhance()
  expect(events[0]).toMatchObject({ type: 'quote', photos: 3, credits: 3 })
  expect(summary).toMatchObject({ done: 4, failed: 2, creditsUsed: 3 })
  expect(service.charges()).toBe(3)
})
