import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enhanceFolder, estimateFolder, type FolderOptions, planFolder } from '../../src/node-entry.ts'
import { folderWith, menu, results } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'
import { enhanced, run } from '../support/run-menu.ts'
import { json, refusal } from '../support/scripted-server.ts'

const drinksDiffer: FolderOptions['perPhoto'] = ({ path }) =>
  path?.includes('/drinks/') ? { preset: 'social-media', formats: ['portrait', 'square'] } : {}

test('a photo can have its own options, and a later run recognises its results', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/drinks/a.jpg': 'a', 'menu/drinks/b.jpg': 'b' })
  const service = await photoService()
  const { done } = await run(cwd, service, { perPhoto: drinksDiffer })
  expect(done).toHaveLength(3)
  expect(results(enhanced(cwd))).toEqual([
    'a-square.jpg',
    'drinks/a-portrait.jpg',
    'drinks/a-square.jpg',
    'drinks/b-portrait.jpg',
    'drinks/b-square.jpg',
  ])
  const asked = service.calls('enhance').map(({ body }) => JSON.parse(body.toString()) as { preset: string })
  expect(asked.map(({ preset }) => preset).toSorted()).toEqual(['balanced', 'social-media', 'social-media'])
  expect(await run(cwd, service, { perPhoto: drinksDiffer })).toMatchObject({ creditsUsed: 0, done: [] })
  // Without perPhoto the drinks have other options, so their results are replaced.
  expect((await run(cwd, service)).done.map(({ file }) => file)).toEqual(['menu/drinks/a.jpg', 'menu/drinks/b.jpg'])
})

test('each set of options has its own price in the estimate, in the limit of each call, and against maxCredits', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'GIF89a a', 'menu/drinks/b.jpg': 'GIF89a b', 'menu/drinks/c.jpg': 'GIF89a c' })
  const service = await photoService({
    fault({ what, body }) {
      if (what !== 'estimate') return undefined
      const { body: request, quantity } = JSON.parse(body.toString()) as { body: { preset: string }; quantity: number }
      const credits_each = request.preset === 'social-media' ? 3 : 1
      return json(200, { credits_each, credits: credits_each * quantity, available_credits: 1000, affordable: true })
    },
  })
  const options = { cwd, perPhoto: drinksDiffer }
  const quote = await estimateFolder(service.client, 'menu', options)
  expect(quote).toMatchObject({ credits: 7, creditsEach: 3, available: 1000, affordable: true })
  expect(quote.perFile.map(({ credits }) => credits)).toEqual([1, 3, 3])
  const report = await enhanceFolder(service.client, 'menu', { ...options, maxCredits: 4, concurrency: 1 })
  expect(report).toMatchObject({ stopped: 'max_credits', remaining: 1 })
  expect(service.calls('enhance').map(({ headers }) => headers['x-max-credits'])).toEqual(['1', '3'])
})

test('a photo can name the place of its dish, and the order of the fields makes no other request', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/table.jpg': 'b' })
  const service = await photoService()
  const pointed =
    (box: { x: number; y: number; width: number; height: number }): FolderOptions['perPhoto'] =>
    ({ file }) =>
      file.endsWith('table.jpg') ? { subject: { box } } : {}
  await run(cwd, service, { perPhoto: pointed({ x: 0.1, y: 0.2, width: 0.5, height: 0.6 }) })
  const asked = service.calls('enhance').map(({ body }) => JSON.parse(body.toString()) as { subject?: unknown })
  expect(asked.map(({ subject }) => subject).filter(Boolean)).toEqual([
    { box: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 } },
  ])
  const again = await run(cwd, service, { perPhoto: pointed({ height: 0.6, width: 0.5, y: 0.2, x: 0.1 }) })
  expect(again).toMatchObject({ creditsUsed: 0, done: [] })
  const moved = await run(cwd, service, { perPhoto: pointed({ x: 0.3, y: 0.2, width: 0.5, height: 0.6 }) })
  expect(moved.done.map(({ file }) => file)).toEqual(['menu/table.jpg'])
})

test('invalid formats are refused by name, for one photo and for all', async () => {
  const cwd = folderWith(menu(1))
  const perPhoto = () => ({ formats: [] })
  await expect(planFolder('menu', { cwd, perPhoto })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a plan lists the path of each existing or planned result and the folders that are written to', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'a', 'menu/sub/b.jpg': 'b', 'menu-enhanced/a-square.png': 'there' })
  const formats = ['portrait', 'square'] as const
  const { perFile, folders } = await planFolder('menu', { cwd, formats })
  expect(folders).toEqual([enhanced(cwd), join(enhanced(cwd), 'sub')])
  expect(perFile[0]).toEqual({
    file: 'menu/a.jpg',
    due: true,
    preset: 'balanced',
    outputs: [
      { format: 'square', path: join(enhanced(cwd), 'a-square.png'), exists: true },
      { format: 'portrait', path: join(enhanced(cwd), 'a-portrait.jpg'), exists: false },
    ],
  })
  rmSync(join(cwd, 'menu/a.jpg'))
  const cut = await planFolder('menu', { cwd, formats: ['square'], removeBackground: true })
  expect(cut.perFile[0]?.outputs[0]?.path).toBe(join(enhanced(cwd), 'sub/b-square.png'))
})

test('a failure has the HTTP status if the server answered', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService({
    fault: ({ what }) => (what === 'enhance' ? refusal(400, 'unsupported_image') : undefined),
  })
  expect((await run(cwd, service)).failed[0]?.error).toMatchObject({ code: 'unsupported_image', status: 400 })
})
