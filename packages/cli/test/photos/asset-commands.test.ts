import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, fakeApi } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

/** A server that makes a menu of two pages. */
async function printer() {
  let url = ''
  const file = (name: string): Answer => ({ bytes: Buffer.from(name) })
  const api = await fakeApi({
    'POST /api/mobile/assets': () => ({
      json: {
        id: 'run_1',
        warnings: [{ code: 'words_not_understood', message: 'dragons' }],
        files: [
          { url: `${url}/results/a.png`, format: 'png', page: 1, width: 1, height: 1 },
          { url: `${url}/results/b.png`, format: 'png', page: 2, width: 1, height: 1 },
          { url: `${url}/results/c.pdf`, format: 'pdf' },
        ],
      },
    }),
    'GET /results/a.png': file('first'),
    'GET /results/b.png': file('second'),
    'GET /results/c.pdf': file('print'),
  })
  url = api.url
  const form = () => api.seen.find(({ path }) => path === '/api/mobile/assets')?.body.toString() ?? ''
  return { env: { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }, form }
}

test('menu sends what its flags say, and saves every page and the PDF', async () => {
  const { env, form } = await printer()
  const cwd = folderWith({ 'ramen.jpg': 'photo', 'items.json': '[{"name":"Gyoza"}]' })
  const flags = ['--headline', 'Lunch', '--items', 'items.json', '--style', 'dark, dragons', '--preset', 'seasonal']
  const { code, stdout } = await command(['menu', 'ramen.jpg', ...flags], { cwd, env })
  expect(code).toBe(0)
  for (const part of ['menu', 'Lunch', '[{"name":"Gyoza"}]', 'dark, dragons', 'seasonal', 'photo']) {
    expect(form()).toContain(part)
  }
  const saved = ['menu.png', 'menu-2.png', 'menu.pdf'].map((name) => readFileSync(join(cwd, name), 'utf8'))
  expect(saved).toEqual(['first', 'second', 'print'])
  expect(stdout).toContain('warning: dragons')
})

test('a list of dishes that is not there is named, and nothing is sent', async () => {
  const { env, form } = await printer()
  const { code, stderr } = await command(['poster', '--items', 'none.json'], { cwd: folderWith({}), env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('none.json cannot be read')
  expect(form()).toBe('')
})
