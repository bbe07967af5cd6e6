import { expect, test } from 'vitest'
import { keyedApi } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const BRAND = {
  business_name: 'Trattoria Mara',
  tagline: null,
  cuisine: null,
  tone: null,
  website: null,
  phone: null,
  address: null,
  colors: ['#7a1f2b', '#f4ead8'],
  logo: { url: 'https://photos.example.com/l.png', width: 800, height: 600 },
  updated_at: null,
}
const CALLS = {
  'GET /api/brand/profile': { json: BRAND },
  'POST /api/brand/upload': { json: BRAND },
  'POST /api/brand/clear': { json: { ...BRAND, business_name: null, colors: [], logo: null } },
}

test('the brand is shown, changed by what is given, and cleared after a question', async () => {
  const cwd = folderWith()
  const { env, seen } = await keyedApi(CALLS)
  const run = (...args: string[]) => command(['brand', ...args], { cwd, env })
  expect((await run('show')).stdout).toMatch(
    /name +Trattoria Mara\n[\s\S]+colours +#7a1f2b, #f4ead8\nlogo +800 × 600 pixels/,
  )
  expect((await run('set', '--name', 'Trattoria Mara', '--tagline', '', '--colors', '#7a1f2b, #f4ead8')).code).toBe(0)
  expect(seen.at(-1)).toMatchObject({ method: 'POST', path: '/api/brand/upload' })
  const nothing = await run('set')
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--name')])
  const asked = await run('clear')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  expect((await run('clear', '--yes')).stdout).toMatch(/logo +none/)
})

test('a logo that is not there is named before anything is sent', async () => {
  const { env, seen } = await keyedApi(CALLS)
  const missing = await command(['brand', 'set', '--logo', 'logo.png'], { cwd: folderWith(), env })
  expect(missing.code).not.toBe(0)
  expect(missing.stderr).toContain('logo.png')
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
})
