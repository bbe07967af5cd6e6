import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { events, lineWith, pictures, remoteServer, run, start, tree, withoutProgress } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

const QUICK = ['--no-upscale', '--formats', 'square']

test('a paid run is priced and confirmed first, and stops when the credits are used up', async () => {
  const cwd = folderWith(await dishes(['menu/1.jpg', 'menu/2.jpg', 'menu/3.jpg', 'menu/4.jpg', 'menu/5.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const env = remote.env(await remote.keyWith(3))

  const refused = await run(['enhance', 'menu', ...QUICK], { cwd, env })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    '5 photos, 5 credits (≈ $0.25), balance 3 → 0: enough for 3 of them. Nothing was sent.',
  )
  expect(refused.stderr).toContain('--yes')

  const capped = await run(['enhance', 'menu', '--max-credits', '1', '--concurrency', '1', '--ndjson', ...QUICK], {
    cwd,
    env,
  })
  expect(capped.code).toBe(5)
  expect(events(capped.stdout).at(-1)).toMatchObject({ done: 1, failed: 0, stopped: 'max_credits', remaining: 4 })

  const agreed = await run(['enhance', 'menu', '--yes', '--concurrency', '1', '--ndjson', ...QUICK], { cwd, env })
  expect(agreed.code).toBe(5)
  expect(events(agreed.stdout).at(-1)).toMatchObject({
    done: 2,
    skipped: 1,
    failed: 1,
    stopped: 'credits',
    remaining: 1,
    error: { code: 'insufficient_credits' },
  })
  expect(Object.keys(pictures(join(cwd, 'menu-enhanced')))).toHaveLength(3)
  const account = await run(['account', 'credits'], { cwd, env })
  expect(account.stdout).toBe('0\n')

  const broke = await run(['enhance', 'menu', '--yes', ...QUICK], { cwd, env })
  expect(broke.code).toBe(5)
  expect(broke.stderr).toContain('Nothing was sent.')
})

test('keys, photos and catalogs', async () => {
  const cwd = folderWith(await dishes(['ramen.jpg']))
  const remote = await remoteServer(join(cwd, 'server'), { networks: true })
  const env = remote.env(await remote.keyWith(5))
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'], { cwd, env })
    expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  const created = await json(
    'keys',
    'create',
    '--name',
    'Menu import',
    '--scopes',
    'read,images',
    '--output-file',
    'key',
  )
  expect(created).toMatchObject({ name: 'Menu import', scopes: ['read', 'images'], output_file: join(cwd, 'key') })
  expect(created).not.toHaveProperty('key')
  if (process.platform !== 'win32') expect(statSync(join(cwd, 'key')).mode & 0o777).toBe(0o600)
  const secret = readFileSync(join(cwd, 'key'), 'utf8').trim()
  const again = await run(['keys', 'create', '--output-file', 'key'], { cwd, env })
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('exists already')
  expect((await json('keys', 'list')).keys.map(({ name }: { name: string }) => name)).toContain('Menu import')

  // The new key works from its file, but may not create keys.
  const byFile = ['--base-url', remote.url, '--api-key-file', 'key']
  const enhanced = await run([...byFile, 'enhance', 'ramen.jpg', ...QUICK], { cwd })
  expect(enhanced.code).toBe(0)
  expect(withoutProgress(enhanced.stderr)).toMatch(/^To (see the pictures|know whether .+), type:\nplatelight .+\n$/)
  const forbidden = await run([...byFile, 'keys', 'create', '--output-file', 'other'], { cwd })
  expect(forbidden.code).toBe(4)
  expect(existsSync(join(cwd, 'other'))).toBe(false)
  expect(forbidden.stderr).not.toContain(secret)

  const { photos } = await json('photos', 'list')
  expect(photos).toHaveLength(1)
  const [{ id }] = photos
  expect(await json('photos', 'get', id)).toMatchObject({ id, status: 'completed', creditsUsed: 1 })
  const download = await json('photos', 'download', id, '--out', 'again')
  expect(download.outputs).toEqual([{ format: 'square', path: join(cwd, `again/${id}-square.jpg`), existed: false }])
  expect(tree(join(cwd, 'again'))[`${id}-square.jpg`]).toEqual(tree(join(cwd, 'enhanced'))['ramen-square.jpg'])

  expect((await run(['photos', 'delete', id], { cwd, env })).code).toBe(2)
  expect(await json('photos', 'delete', id, '--yes')).toEqual({ deleted: [id] })
  expect((await run(['photos', 'get', id], { cwd, env })).code).toBe(6)
  expect((await json('photos', 'list')).photos).toEqual([])

  expect(await json('account', 'show')).toMatchObject({
    server: remote.url,
    embedded: false,
    credits: 4,
    subscription_plan: 'Pro',
  })
  const presets = await run(['presets', '--base-url', remote.url], { cwd })
  expect(presets.stdout).toContain('balanced (default)')
  const models = await run(['models', '--base-url', remote.url], { cwd })
  expect(models.stdout).toContain('flux-2-pro')
})

test('every error has its exit code and a message, on standard error and as JSON', async () => {
  const cwd = folderWith(await dishes(['ramen.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const key = await remote.keyWith(1)
  const wrongKey = { PLATELIGHT_BASE_URL: remote.url, PLATELIGHT_API_KEY: 'pl_live_wrong' }
  const unreachable = { PLATELIGHT_BASE_URL: 'http://127.0.0.1:9', PLATELIGHT_API_KEY: key }
  const enhance = (env: Record<string, string>, ...more: string[]) =>
    run(['enhance', 'ramen.jpg', ...more], { cwd, env })

  expect((await enhance(wrongKey)).code).toBe(4)
  expect((await enhance({ PLATELIGHT_BASE_URL: remote.url })).stderr).toContain('No API key.')
  expect((await enhance(unreachable)).code).toBe(8)
  expect((await enhance({ ...unreachable, PLATELIGHT_BASE_URL: 'http://example.com' })).code).toBe(2)
  const preset = await enhance(remote.env(key), '--preset', 'vivid', '--json')
  expect(preset.code).toBe(2)
  expect(JSON.parse(preset.stdout)).toMatchObject({ error: { code: 'usage' } })
  expect(preset.stderr).toContain('There is no preset "vivid". There are: ')
  // The balance is one credit, and removing the background costs one more.
  expect((await enhance(remote.env(key), '--remove-background', '--formats', 'square')).code).not.toBe(0)
  expect((await run(['photos', 'get', 'nothing'], { cwd, env: remote.env(key) })).code).toBe(6)
  expect((await run(['account', 'credits'], { cwd, env: remote.env(key) })).stdout).toBe('1\n')
  expect(Object.keys(tree(cwd)).filter((path) => path.endsWith('.part'))).toEqual([])
})

test('a server that listens only on this machine sends its events to webhooks listen --register', async () => {
  const cwd = folderWith(await dishes(['ramen.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const env = remote.env(await remote.keyWith(5))
  const listener = start(['webhooks', 'listen', '--register', '--port', '0', '--ndjson'], { cwd, env })
  const arrived = lineWith(listener.child, 'photo.enhancement.completed')
  const [ready] = events(await lineWith(listener.child, 'endpoint_id'))
  expect(ready).toMatchObject({ url: expect.stringContaining('http://127.0.0.1:') })
  expect((await run(['enhance', 'ramen.jpg', '--yes', ...QUICK], { cwd, env })).code).toBe(0)
  const [event] = events(await arrived)
  expect(JSON.stringify(event)).not.toContain('"error"')
  listener.child.kill('SIGINT')
  expect((await listener.ended).code).toBe(0)
  const left = await run(['webhooks', 'endpoints', 'list', '--json'], { cwd, env })
  expect(left.stdout).not.toContain('whe_')
})
