import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { estimateFolder, planFolder } from '../../src/node-entry.ts'
import { folderOptionsOf } from '../../src/recipes-entry.ts'
import { folderWith, ledgerIn, menu, results } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'
import { enhanced, run } from '../support/run-menu.ts'
import { refusal } from '../support/scripted-server.ts'

const PLATFORMS = { formats: ['square'], platforms: ['ubereats.item', 'doordash.item'] } as const

test('each photo is sent once, and made for its crops and for each platform', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  const quote = await estimateFolder(service.client, 'menu', { cwd, ...PLATFORMS })
  expect(quote).toMatchObject({ due: 2, credits: 6, creditsEach: 3 })
  const { done, creditsUsed } = await run(cwd, service, PLATFORMS)
  expect(creditsUsed).toBe(6)
  expect(done[0]?.outputs.map(({ format, platform }) => [format, platform])).toEqual([
    ['square', undefined],
    ['original', 'ubereats.item'],
    ['original', 'doordash.item'],
  ])
  expect(service.calls('upload')).toHaveLength(2)
  expect(results(enhanced(cwd))).toEqual([
    ...['0-doordash-item.jpg', '0-square.jpg', '0-ubereats-item.jpg'],
    ...['1-doordash-item.jpg', '1-square.jpg', '1-ubereats-item.jpg'],
  ])
  expect((await run(cwd, service, PLATFORMS)).skipped).toHaveLength(2)
  expect(service.charges()).toBe(6)
})

test('platforms without formats make nothing else', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service, { formats: undefined, platforms: ['ubereats.item'] } as never)
  expect(results(enhanced(cwd))).toEqual(['0-ubereats-item.jpg'])
  expect(service.calls('enhance')).toEqual([])
})

test('after a failure in the middle of a photo the next run pays only for what is missing', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService({
    fault: ({ what, number }) => (what === 'platform' && number === 2 ? refusal(400, 'image_unreadable') : undefined),
  })
  expect((await run(cwd, service, PLATFORMS)).failed).toHaveLength(1)
  const quote = await estimateFolder(service.client, 'menu', { cwd, ...PLATFORMS })
  expect(quote.credits).toBe(1)
  expect((await run(cwd, service, PLATFORMS)).creditsUsed).toBe(1)
  expect(service.charges()).toBe(3)
})

test('a picture for a platform that was paid for and not saved is fetched by its id', async () => {
  const cwd = folderWith(menu(1))
  const options = { formats: undefined, platforms: ['ubereats.item'] } as never
  const service = await photoService({
    fault: ({ what, number }) => (what === 'file' && number === 1 ? refusal(400, 'gone') : undefined),
  })
  expect((await run(cwd, service, options)).failed).toHaveLength(1)
  expect(ledgerIn(enhanced(cwd)).map(({ type }) => type)).toContain('enhanced')
  expect(await run(cwd, service, options)).toMatchObject({ creditsUsed: 0, failed: [] })
  expect(service.charges()).toBe(1)
  expect(service.calls('get').length).toBeGreaterThan(0)
})

test('a changed recipe is said, and makes only what it changes', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service, PLATFORMS)
  const changed = { cwd, ...PLATFORMS, preset: 'social-media' }
  const plan = await planFolder('menu', changed)
  expect(plan.notes).toEqual(['2 made with other options, and now made again.'])
  expect((await estimateFolder(service.client, 'menu', changed)).credits).toBe(2)
})

test('results have the names of a recipe, with the day on which the photo was changed, on every day', async () => {
  const cwd = folderWith(menu(1))
  utimesSync(join(cwd, 'menu/0.jpg'), new Date('2026-11-20T12:00:00'), new Date('2026-11-20T12:00:00'))
  const service = await photoService()
  const recipe = { ...PLATFORMS, formats: ['square' as const], names: '{date}-{dish}-{platform}-{format}' }
  await run(cwd, service, folderOptionsOf(recipe))
  expect(results(enhanced(cwd))).toEqual([
    '2026-11-20-0-doordash-item.jpg',
    '2026-11-20-0-square.jpg',
    '2026-11-20-0-ubereats-item.jpg',
  ])
  expect((await run(cwd, service, folderOptionsOf(recipe))).skipped).toHaveLength(1)
})

test('names that would be those of the photos are refused before anything is sent', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'GIF89a', 'menu/b.png': 'GIF89a b' })
  const service = await photoService()
  const naming = folderOptionsOf({ formats: ['square'], names: '{dish}' })
  await expect(run(cwd, service, { ...naming, outDir: join(cwd, 'menu') })).rejects.toThrow(
    'naming gives the result of menu/a.jpg the name of the photo.',
  )
  const clash = { formats: ['square'] as const, naming: () => 'same' }
  await expect(run(cwd, service, clash)).rejects.toThrow('the same result')
  expect(service.asked).toEqual([])
  expect(readFileSync(join(cwd, 'menu/a.jpg'), 'utf8')).toBe('GIF89a')
})
