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
    'POST /api/mobile/jobs/assets': { status: 202, json: { job_id: 7, status: 'processing' } },
    'GET /api/mobile/jobs/7': () => ({
      json: {
        job_id: 7,
        status: 'completed',
        result: {
          id: 'run_1',
          warnings: [{ code: 'words_not_understood', message: 'dragons' }],
          files: [
            { url: `${url}/results/a.png`, format: 'png', page: 1, width: 1, height: 1 },
            { url: `${url}/results/b.png`, format: 'png', page: 2, width: 1, height: 1 },
            { url: `${url}/results/c.pdf`, format: 'pdf' },
          ],
        },
      },
    }),
    'GET /results/a.png': file('first'),
    'GET /results/b.png': file('second'),
    'GET /results/c.pdf': file('print'),
  })
  url = api.url
  const form = () => api.seen.find(({ path }) => path === '/api/mobile/jobs/assets')?.body.toString() ?? ''
  return { env: { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }, form }
}

test('menu sends what its flags say, and saves every page and the PDF', async () => {
  const { env, form } = await printer()
  const cwd = folderWith({ 'ramen.jpg': 'photo', 'items.json': '[{"name":"Gyoza"}]' })
  const flags = ['--headline', 'Lunch', '--items', 'items.json', '--style', 'dark, dragons', '--preset', 'seasonal']
  const { code, stdout, stderr } = await command(['menu', 'ramen.jpg', ...flags], { cwd, env })
  expect(code).toBe(0)
  for (const part of ['menu', 'Lunch', '[{"name":"Gyoza"}]', 'dark, dragons', 'seasonal', 'photo']) {
    expect(form()).toContain(part)
  }
  const saved = ['menu.png', 'menu-page-2.png', 'menu.pdf'].map((name) => readFileSync(join(cwd, name), 'utf8'))
  expect(saved).toEqual(['first', 'second', 'print'])
  expect(stdout).toBe('menu.png\nmenu-page-2.png\nmenu.pdf\n')
  expect(stderr).toContain('dragons')
})

test('a list of dishes that is not there is named, and nothing is sent', async () => {
  const { env, form } = await printer()
  const { code, stderr } = await command(['poster', '--items', 'none.json'], { cwd: folderWith({}), env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('none.json cannot be read: there is no such file.')
  expect(form()).toBe('')
})

test('a second menu replaces nothing', async () => {
  const { env } = await printer()
  const cwd = folderWith({ 'menu.pdf': 'the first' })
  const { stdout } = await command(['menu', '--headline', 'Lunch'], { cwd, env })
  expect(readFileSync(join(cwd, 'menu.pdf'), 'utf8')).toBe('the first')
  expect(stdout).toBe('menu-2.png\nmenu-page-2-2.png\nmenu-2.pdf\n')
})

test.each([
  ['poster', [], 'Name a photo, words or both: platelight poster ramen.jpg --headline'],
  ['menu', ['--headline', ' '], 'platelight menu --text menu.txt'],
  ['post', ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'], 'up to 4 photos, and these are 5'],
])('%s %j says what to type, and nothing is sent', async (type, args, said) => {
  const { env, form } = await printer()
  const { code, stderr } = await command([type, ...args], { cwd: folderWith({}), env })
  expect(code).toBe(2)
  expect(stderr).toContain(said)
  expect(form()).toBe('')
})

test('a refusal names flags and files instead of fields', async () => {
  const message = 'reference_images.1 is no picture, business_name is long, and items_json has no dish.'
  const api = await fakeApi({
    'POST /api/mobile/jobs/assets': { status: 400, json: { error: { code: 'unsupported_image', message } } },
  })
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const cwd = folderWith({ 'soup.jpg': 'photo', 'pie.jpg': 'words' })
  const { stderr } = await command(['flyer', 'soup.jpg', 'pie.jpg'], { cwd, env })
  expect(stderr).toContain('pie.jpg is no picture, --name is long, and --items has no dish.')
})
