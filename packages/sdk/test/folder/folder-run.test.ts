import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enhanceFolder } from '../../src/node-entry.ts'
import { folderWith, ledgerIn, menu, results, tree } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'
import { enhanced, run, type Service } from '../support/run-menu.ts'
import { json, refusal } from '../support/scripted-server.ts'

test('all photos are enhanced, a few at a time, and reported in input order', async () => {
  const cwd = folderWith(menu(9))
  const service: Service = await photoService({
    async fault({ what }) {
      if (what === 'upload') await expect.poll(() => service.busiest()).toBe(3)
      return undefined
    },
  })
  const { done, files, stopped, remaining, creditsUsed, out, types } = await run(cwd, service, { concurrency: 3 })
  expect({ done: done.length, stopped, remaining, creditsUsed, out }).toEqual({
    done: 9,
    stopped: undefined,
    remaining: 0,
    creditsUsed: 9,
    out: enhanced(cwd),
  })
  expect(files.map(({ file }) => file)).toEqual(Array.from({ length: 9 }, (_, index) => `menu/${index}.jpg`))
  expect(service.busiest()).toBe(3)
  expect(types).toEqual(['quote', 'start', 'summary'])
  expect(results(enhanced(cwd))).toEqual(Array.from({ length: 9 }, (_, index) => `${index}-square.jpg`))
})

test('progress of a photo never decreases', async () => {
  const { events } = await run(folderWith(menu(1)), await photoService())
  const progress = events.flatMap((event) => (event.type === 'progress' ? [event] : []))
  expect(progress.map(({ stage }) => stage)).toEqual(['reading', 'uploading', 'enhancing', 'saving'])
  expect(progress.map(({ percent }) => percent)).toEqual(
    [...progress.map(({ percent }) => percent)].sort((a, b) => a - b),
  )
  expect(events.every(({ schemaVersion }) => schemaVersion === 2)).toBe(true)
})

test('a broken photo fails with the server’s code and message and does not stop the others', async () => {
  const cwd = folderWith(menu(4))
  const service = await photoService({
    fault: ({ what, number }) => (what === 'enhance' && number === 2 ? refusal(400, 'image_unreadable') : undefined),
  })
  const { done, failed, stopped } = await run(cwd, service)
  expect({ done: done.length, stopped }).toEqual({ done: 3, stopped: undefined })
  expect(failed).toMatchObject([
    { outputs: [], error: { code: 'image_unreadable', message: 'It is image_unreadable.' } },
  ])
})

test('existing results are skipped without a call and listed', async () => {
  const cwd = folderWith(menu(3))
  await run(cwd, await photoService())
  const service = await photoService()
  const again = await run(cwd, service)
  expect(service.asked).toEqual([])
  expect(again).toMatchObject({ done: [], remaining: 0, creditsUsed: 0 })
  expect(again.skipped[0]?.outputs).toEqual([{ format: 'square', path: join(enhanced(cwd), '0-square.jpg') }])
  expect(again.types).toEqual(['start', 'summary'])
})

test('an existing file with another extension counts as a result', async () => {
  const cwd = folderWith({ ...menu(1), 'menu-enhanced/0-square.png': 'cut out' })
  const service = await photoService()
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect(service.asked).toEqual([])
})

test('overwrite replaces results and rename keeps both, and neither pays again', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  const result = join(enhanced(cwd), '0-square.jpg')
  writeFileSync(result, 'old')
  await run(cwd, service, { onExisting: 'rename' })
  expect(readFileSync(result, 'utf8')).toBe('old')
  expect(existsSync(join(enhanced(cwd), '0-square-2.jpg'))).toBe(true)
  await run(cwd, service, { onExisting: 'overwrite' })
  expect(readFileSync(result, 'utf8')).toMatch(/^run_1 square/)
  expect(service.charges()).toBe(1)
})

test('a listener that throws ends the run with its error after active photos have finished', async () => {
  const cwd = folderWith(menu(5))
  const call = enhanceFolder((await photoService()).client, 'menu', {
    cwd,
    formats: ['square'],
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type === 'file') throw new Error('mine')
    },
  })
  await expect(call).rejects.toThrow('mine')
  expect(results(enhanced(cwd))).toEqual(['0-square.jpg'])
})

test('a photo that no longer exists fails by name without a call', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  const { failed } = await run(cwd, service, {
    concurrency: 1,
    onEvent: ({ type }) => type === 'file' && rmSync(join(cwd, 'menu/1.jpg'), { force: true }),
  })
  expect(failed).toMatchObject([{ file: 'menu/1.jpg', error: { code: 'file_unreadable' } }])
  expect(service.calls('upload')).toHaveLength(1)
})

test('originals are only read, and no file is added to their folder', async () => {
  const cwd = folderWith(menu(3))
  await run(cwd, await photoService())
  expect(tree(join(cwd, 'menu'))).toEqual(['0.jpg', '1.jpg', '2.jpg'])
  expect(readFileSync(join(cwd, 'menu/1.jpg'), 'utf8')).toBe('GIF89a photo 1')
})

test('no folder is created if every photo fails', async () => {
  const cwd = folderWith({ 'menu/a.jpg': '<html>', 'menu/b.jpg': '' })
  const { failed } = await run(cwd, await photoService())
  expect(failed.map(({ error }) => error.code)).toEqual(['unsupported_image', 'image_unreadable'])
  expect(existsSync(enhanced(cwd))).toBe(false)
})

test('a run over an empty folder does nothing', async () => {
  const cwd = folderWith(['menu/notes.txt'])
  const service = await photoService()
  expect(await run(cwd, service)).toMatchObject({ files: [], remaining: 0 })
  expect(service.asked).toEqual([])
  expect(existsSync(enhanced(cwd))).toBe(false)
})

test('names with newlines and emoji are kept, in results, events and the ledger', async () => {
  const cwd = folderWith({ 'menu/soup\nof the day 🍜.jpg': 'x', 'menu/tart\n.jpg': 'y' })
  const { done } = await run(cwd, await photoService())
  expect(results(enhanced(cwd))).toEqual(['soup\nof the day 🍜-square.jpg', 'tart\n-square.jpg'])
  expect(done[0]?.file).toBe('menu/soup\nof the day 🍜.jpg')
  const saved = ledgerIn(enhanced(cwd)).filter(({ type }) => type === 'saved')
  expect(saved.map(({ file }) => file).sort()).toEqual(['../menu/soup\nof the day 🍜.jpg', '../menu/tart\n.jpg'])
})

test('a photo with the longest possible name has results', async () => {
  const cwd = folderWith({ [`menu/${'é'.repeat(120)}.jpg`]: 'x' })
  const { failed, done } = await run(cwd, await photoService())
  expect(failed).toEqual([])
  expect(existsSync(done[0]!.outputs[0]!.path)).toBe(true)
})

test('an unknown preset is refused with the server’s message before any photo is sent', async () => {
  const service = await photoService({
    fault: ({ what }) =>
      what === 'estimate'
        ? json(422, { detail: [{ loc: ['body', 'preset'], msg: 'must be one of', type: 'enum' }] })
        : undefined,
  })
  await expect(run(folderWith(menu(1)), service)).rejects.toMatchObject({ status: 422 })
  expect(service.calls('upload')).toEqual([])
})
