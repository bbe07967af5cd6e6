import { expect, test } from 'vitest'
import { type Answer, fakeApi, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const SIZE = {
  rule: 'size',
  severity: 'refused',
  message: 'The picture measures 10 x 10 pixels; at least 320 x 320 are taken.',
  fix: 'Take it again.',
}
const DARK = { rule: 'dark', severity: 'warning', message: 'It lacks light.' }

/** A service that refuses photos named `small`, cannot read photos named `odd`, and accepts all others with warnings. */
async function checker() {
  let url = ''
  const api = await fakeApi({
    'GET /api/platforms': { json: { platforms: [{ id: 'ubereats.item' }, { id: 'ubereats.cover' }] } },
    'POST /api/mobile/uploads': ({ body }: Seen): Answer => {
      const content = body.toString().split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? ''
      return { json: { id: content, url: `${url}/uploads/${content}.jpg` } }
    },
    'POST /api/platforms/check': ({ json }: Seen): Answer => {
      const { image_urls, platforms } = json as { image_urls: string[]; platforms: string[] }
      const items = image_urls.map((image_url, index) => {
        if (image_url.includes('odd'))
          return { index, image_url, error: { code: 'unsupported_image', message: 'It is a PDF.' } }
        const isSmall = image_url.includes('small')
        const verdict = {
          accepted: !isSmall,
          verified: true,
          problems: isSmall ? [SIZE, DARK] : [DARK],
          notes: ['Not judged: no text.'],
        }
        const picture = { format: 'jpeg', width: 10, height: 10, bytes: 5 }
        return { index, image_url, picture, verdicts: platforms.map((platform) => ({ platform, verdict })) }
      })
      return { json: { items } }
    },
  })
  url = api.url
  const env = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const checks = () => api.seen.filter(({ path }) => path === '/api/platforms/check')
  return { env, checks }
}

test('a folder with only accepted photos ends with 0 and prints one line', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'large-a', 'menu/b.jpg': 'large-b' })
  const { env } = await checker()
  const { code, stdout, stderr } = await command(['check', 'menu', '--platform', 'ubereats.item'], { cwd, env })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '2 of 2 photos accepted.\n', stderr: '' })
})

test('a refused photo is named with the reason and what to do, and the exit code is 3', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'large', 'menu/b.jpg': 'small', 'menu/deep/c.jpg': 'odd' })
  const { env, checks } = await checker()
  const args = ['check', 'menu', '--recursive', '--platform', 'ubereats.item,ubereats.cover', '--concurrency', '1']
  const { code, stdout } = await command(args, { cwd, env })
  expect(code).toBe(3)
  expect(stdout.split('\n')).toEqual([
    'refused   menu/b.jpg for ubereats.item',
    `    ${SIZE.message}`,
    '    Take it again.',
    'refused   menu/b.jpg for ubereats.cover',
    `    ${SIZE.message}`,
    '    Take it again.',
    'unread    menu/deep/c.jpg: It is a PDF.',
    '1 of 3 photos accepted, 1 refused, 1 could not be read.',
    '',
  ])
  expect(checks()[0]?.json).toMatchObject({ platforms: ['ubereats.item', 'ubereats.cover'] })
})

test('--warnings lists the warnings of accepted photos and the rules that are not checked', async () => {
  const cwd = folderWith({ 'a.jpg': 'large' })
  const { env } = await checker()
  const { code, stdout } = await command(['check', 'a.jpg', '--platform', 'ubereats.item', '--warnings'], { cwd, env })
  expect(code).toBe(0)
  expect(stdout).toContain('accepted  a.jpg for ubereats.item\n    warning It lacks light.\n    Not judged: no text.')
})

test('--json prints one document with every verdict', async () => {
  const cwd = folderWith({ 'a.jpg': 'large', 'b.jpg': 'small', 'c.jpg': 'odd' })
  const { env } = await checker()
  const args = ['check', 'a.jpg', 'b.jpg', 'c.jpg', '--platform', 'ubereats.item', '--concurrency', '1', '--json']
  const { code, json } = await command(args, { cwd, env })
  expect(code).toBe(3)
  expect(json()).toMatchObject({
    schemaVersion: 2,
    files: [
      { file: 'a.jpg', accepted: true, verdicts: [{ platform: 'ubereats.item' }] },
      { file: 'b.jpg', accepted: false, verdicts: [{ verdict: { problems: [SIZE, DARK] } }] },
      { file: 'c.jpg', accepted: false, error: { code: 'unsupported_image' } },
    ],
    summary: { accepted: 1, refused: 1, unread: 1 },
  })
})

test('an unknown platform is refused before anything is sent', async () => {
  const cwd = folderWith({ 'a.jpg': 'large' })
  const { env, checks } = await checker()
  const { code, stderr } = await command(['check', 'a.jpg', '--platform', 'ubereats.photo'], { cwd, env })
  expect(code).toBe(2)
  expect(stderr).toContain('There is no platform ubereats.photo. It is one of ubereats.item, ubereats.cover.')
  expect(checks()).toEqual([])
})
