import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { remoteServer, run, tree } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

test('after login with a credential, later commands need no variable or flag', async () => {
  const cwd = folderWith(await dishes(['ramen.jpg', 'soup.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const key = await remote.keyWith(20)
  const cli = async (...args: string[]) => {
    const ended = await run(args, { cwd })
    expect({ args, code: ended.code, stderr: ended.stderr }).toMatchObject({ args, code: 0 })
    return ended
  }
  const json = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

  const input = Buffer.from(`${key}\n`)
  const login = await run(['auth', 'login', '--with-key-stdin', '--base-url', remote.url], { cwd, input })
  expect(login.code).toBe(0)
  expect(login.stdout + login.stderr).not.toContain(key)
  expect(await json('auth', 'status')).toMatchObject({
    signed_in: true,
    server: remote.url,
    account: 'chef@example.com',
    plan: 'Pro',
    kind: 'api_key',
    scopes: ['read', 'images', 'account'],
    source: 'file',
  })

  // First one picture, then both: the existing result is neither sent nor paid again.
  await cli('upscale', 'ramen.jpg')
  const both = await json('upscale', 'ramen.jpg', 'soup.jpg', '--yes')
  expect(both.summary).toMatchObject({ done: 1, skipped: 1 })
  const { width } = await sharp(readFileSync(join(cwd, 'soup-upscale.jpg'))).metadata()
  expect(width).toBe(1280)
  const piped = await run(['upscale', '-', '--scale', '4'], { cwd, input: readFileSync(join(cwd, 'ramen.jpg')) })
  expect((await sharp(piped.bytes).metadata()).width).toBe(2560)

  const { images } = await json('images', 'list')
  expect(images.map(({ operation }: { operation: string }) => operation)).toEqual(['upscale', 'upscale', 'upscale'])
  const { transactions } = await json('account', 'transactions', '--all')
  const sum = transactions.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
  expect(sum).toBe(16)
  expect((await cli('account', 'credits')).stdout).toBe('16\n')
  expect(await json('account', 'usage')).toMatchObject({ by_operation: { upscale: 4 } })
  expect((await json('images', 'delete', String(images[0].id), '--yes')).deleted).toEqual([images[0].id])
  expect((await json('images', 'list')).images).toHaveLength(2)

  // A new key replaces the old one, which stays valid until its announced expiry.
  const { keys } = await json('keys', 'list')
  const rotated = await json('keys', 'rotate', keys[0].id, '--overlap', '1h', '--output-file', 'new-key', '--yes')
  expect(rotated).toMatchObject({ replaces: { id: keys[0].id }, output_file: join(cwd, 'new-key') })
  await cli('--api-key-file', 'new-key', '--base-url', remote.url, 'account', 'credits')
  await cli('account', 'credits')
  await cli('keys', 'revoke', keys[0].id, '--yes', '--api-key-file', 'new-key')
  expect((await run(['account', 'credits'], { cwd })).code).toBe(4)

  await cli('auth', 'logout')
  expect((await run(['auth', 'token'], { cwd })).code).toBe(4)
  expect(Object.keys(tree(cwd)).filter((path) => path.endsWith('.part'))).toEqual([])
})

test('signup, login with a password and logout work, and logout also ends the session on the server', async () => {
  const cwd = folderWith()
  const remote = await remoteServer(join(cwd, 'server'))
  const input = Buffer.from('seven purple artichokes')
  const mara = ['--email', 'mara@trattoria.example', '--password-stdin', '--base-url', remote.url]
  expect((await run(['auth', 'signup', ...mara], { cwd, input })).code).toBe(0)
  expect((await run(['auth', 'login', ...mara], { cwd, input: Buffer.from('seven green artichokes') })).code).toBe(4)
  expect((await run(['auth', 'login', ...mara], { cwd, input })).code).toBe(0)
  const { stdout: session } = await run(['auth', 'token'], { cwd })
  const status = await run(['auth', 'status', '--json'], { cwd })
  expect(JSON.parse(status.stdout)).toMatchObject({
    kind: 'session',
    account: 'mara@trattoria.example',
    email_verified: false,
  })
  expect((await run(['auth', 'logout'], { cwd })).code).toBe(0)
  const env = { PLATELIGHT_BASE_URL: remote.url, PLATELIGHT_API_KEY: session.trim() }
  expect((await run(['auth', 'status'], { cwd, env })).code).toBe(4)
})

test('catalogs, api and doctor work against the real server', async () => {
  const cwd = folderWith(await dishes(['ramen.jpg']))
  const remote = await remoteServer(join(cwd, 'server'))
  const env = remote.env(await remote.keyWith(2))
  for (const [noun, id] of [
    ['styles', 'moody'],
    ['resolutions', '4K'],
    ['layers', 'dish'],
    ['capabilities', 'upscale'],
  ] as const) {
    const { code, stdout } = await run([noun], { cwd, env: { PLATELIGHT_BASE_URL: remote.url } })
    expect({ noun, code }).toEqual({ noun, code: 0 })
    expect(stdout).toContain(id)
  }
  const upload = await run(['api', 'POST', '/api/mobile/uploads', '-F', 'image=@ramen.jpg'], { cwd, env })
  expect(upload.code).toBe(0)
  const { url } = JSON.parse(upload.stdout) as { url: string }
  const bad = await run(['api', 'POST', '/api/upscale', '-f', `image_url=${url}`, '-F', 'scale=3'], { cwd, env })
  expect(bad.code).toBe(6)
  expect(JSON.parse(bad.stdout).detail[0].loc).toEqual(['body', 'scale'])
  const { code, stdout } = await run(['doctor', '--json', '--request-id', 'doctor-e2e-1'], { cwd, env })
  expect({ code, stdout }).toMatchObject({ code: 0 })
  expect(JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'contract').state).toBe('ok')
})
