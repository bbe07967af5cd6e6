import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { command, createKey, startProcess } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const json = async (...args: string[]) => JSON.parse((await command(...args, '--json')).stdout)

test('accounts and keys are found and changed from the command line, and none removes a limit', async () => {
  const data = join(folder, 'accounts')
  const email = 'kitchen@example.com'
  await command('keys', 'create', '--email', email, '--init', '--data', data)
  const given = await createKey(data, 0, email)
  const here = ['--email', email, '--data', data]
  expect(await json('accounts', 'set-plan', '--plan', 'enterprise', ...here)).toMatchObject({ plan: 'Enterprise' })
  expect(await json('accounts', 'set-limits', '--per-minute', '5', '--per-day', '900', ...here)).toMatchObject({
    requests_per_minute: 5,
    requests_per_day: 900,
  })
  expect(await json('accounts', 'set-limits', '--per-minute', 'none', ...here)).toMatchObject({
    requests_per_minute: null,
    requests_per_day: 900,
  })
  expect((await command('accounts', 'show', ...here)).stdout).toMatch(/limits +no limit a minute, 900 a day/)
  expect(await json('keys', 'find', given.key.slice(0, 14), '--data', data)).toMatchObject([
    { email, revoked_at: null },
  ])
  const report = (await command('storage', 'report', '--backups', folder, '--data', data)).stdout
  for (const line of [/^Pictures in /m, /^ {2}database +\d/m, /^ {2}backups +\d/m, /^ {2}free +\d/m])
    expect(report).toMatch(line)
  for (const wrong of ['0', '-1', 'many']) {
    await expect(command('accounts', 'set-limits', '--per-day', wrong, ...here)).rejects.toMatchObject({ code: 2 })
  }
  await expect(command('accounts', 'show', '--email', 'no@example.com', '--data', data)).rejects.toMatchObject({
    stderr: expect.stringContaining('account no@example.com'),
  })
})

test('a leaked key is revoked by its beginning, and somebody who is locked out gets a link for a new password', async () => {
  const data = join(folder, 'emergencies')
  const { key } = await createKey(data, 1)
  const operate = async (...args: string[]) => (await command(...args, '--data', data, '--json')).stdout
  const [listed] = JSON.parse(await operate('keys', 'list', '--email', 'kitchen@example.com')) as { id: string }[]
  const { url } = JSON.parse(await operate('accounts', 'reset-link', '--email', 'kitchen@example.com')) as {
    url: string
  }
  const server = await startProcess(data)
  try {
    const who = () => fetch(`${server.url}/api/account/credits`, { headers: { authorization: `Bearer ${key}` } })
    const isKnown = async () => (await who()).status !== 401
    expect(await isKnown()).toBe(true)
    const revoked = JSON.parse(await operate('keys', 'revoke', key.slice(0, 14))) as { id: string; revoked_at: string }
    expect(revoked).toMatchObject({ id: listed?.id, revoked_at: expect.stringMatching(/^20/) })
    expect(await isKnown()).toBe(false)
    const { id, revoked_at } = revoked
    expect(JSON.parse(await operate('keys', 'revoke', id))).toMatchObject({ id, revoked_at })
    await expect(operate('keys', 'revoke', 'key_none')).rejects.toThrow(/key key_none/)

    const page = await fetch(`${server.url}${new URL(url).pathname}${new URL(url).search}`)
    expect(await page.text()).toContain('kitchen@example.com')
  } finally {
    await server.kill('SIGTERM')
  }
})

test('an account is deleted by its address or id, after --yes only, and its last letter waits for the server', async () => {
  const data = join(folder, 'deleted')
  await command('keys', 'create', '--email', 'one@example.com', '--init', '--data', data)
  await command('keys', 'create', '--email', 'two@example.com', '--data', data)
  const { id } = await json('accounts', 'show', '--email', 'two@example.com', '--data', data)
  await expect(command('accounts', 'delete', id, '--data', data)).rejects.toMatchObject({ code: 2 })
  await expect(command('accounts', 'delete', '--yes', '--data', data)).rejects.toMatchObject({ code: 2 })
  const { stdout } = await command('accounts', 'delete', '--email', 'one@example.com', '--yes', '--data', data)
  expect(stdout).toContain('Backups and copies of the database still have it.')
  expect(await json('accounts', 'delete', id, '--yes', '--data', data)).toMatchObject({ id, email: 'two@example.com' })
  await expect(command('accounts', 'delete', id, '--yes', '--data', data)).rejects.toMatchObject({ code: 2 })

  const server = await startProcess(data)
  const left = () => readFile(join(data, 'platelight.db')).then((bytes) => bytes.includes('two@example.com'))
  await expect.poll(left).toBe(false)
  const letters = async () => (await readdir(join(data, 'outbox')).catch(() => [])).length
  await expect.poll(letters).toBe(2)
  await server.kill('SIGTERM')
})

test('administrators are listed and disabled from the command line', async () => {
  const data = join(folder, 'admins')
  const here = ['--email', 'chef@example.com', '--data', data]
  await command('admin', 'create', '--init', ...here)
  expect(await json('admin', 'list', '--data', data)).toMatchObject([{ email: 'chef@example.com' }])
  expect((await command('admin', 'disable', ...here)).stdout).toContain('There is no administrator left.')
  expect(await json('admin', 'list', '--data', data)).toEqual([])
})

test('the log of the start has the setup link while there is no administrator, and only then', async () => {
  const data = join(folder, 'setup')
  const linkOf = async (args: string[] = []) => {
    const server = await startProcess(data, { env: { PLATELIGHT_LOG: 'info' }, args })
    await server.kill('SIGTERM')
    return { url: server.url, link: /http:\S+\/auth\/setup\?token=[0-9A-Za-z]{32}/.exec(server.errors())?.[0] }
  }
  const { url, link } = await linkOf()
  expect(link?.startsWith(url)).toBe(true)
  expect((await linkOf(['--embedded'])).link).toBeUndefined()
  await command('admin', 'create', '--email', 'chef@example.com', '--data', data)
  expect((await linkOf()).link).toBeUndefined()
})
