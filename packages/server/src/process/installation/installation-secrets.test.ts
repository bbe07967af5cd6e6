import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadSecrets, readSecretsFile } from './installation-secrets.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('each secret is created once, is unique, and is readable for the owner only', async () => {
  const first = await loadSecrets(folder)
  expect(await loadSecrets(folder)).toEqual(first)
  const texts = Object.values(first).map((one) => Buffer.from(one).toString('hex'))
  expect(texts.map(({ length }) => length)).toEqual([64, 64, 64])
  expect(new Set(texts).size).toBe(3)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('a file of an earlier release keeps its secrets and gets the new ones', async () => {
  const path = join(folder, 'secrets.json')
  const { webhooks: _, ...before } = JSON.parse(await loadSecrets(folder).then(() => readFile(path, 'utf8')))
  await writeFile(path, JSON.stringify(before), { mode: 0o600 })
  const after = await loadSecrets(folder)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(before)
  expect(after.webhooks).toHaveLength(32)
  expect(await loadSecrets(folder)).toEqual(after)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.each([
  ['nothing is there yet', () => undefined],
  ['the file is of an earlier release', () => JSON.stringify({ sessions: key(1), links: key(2) })],
  ['the file is empty of keys', () => '{}'],
])('many processes that start at once use the same secrets, those on the disk, when %s', async (_, text) => {
  const path = join(folder, 'secrets.json')
  const before = text()
  if (before !== undefined) await writeFile(path, before, { mode: 0o600 })
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(folder)))
  const kept = await loadSecrets(folder)
  for (const one of all) expect(one).toEqual(kept)
  expect(await readdir(folder)).toEqual(['secrets.json'])
})

test('a damaged file is reported and not repaired', async () => {
  for (const text of [
    '',
    '{"sessions":',
    'null',
    '"text"',
    '5',
    '[]',
    JSON.stringify({ sessions: key(1).slice(4), links: key(2) }),
  ]) {
    await writeFile(join(folder, 'secrets.json'), text)
    await expect(loadSecrets(folder), text).rejects.toThrow(/secrets\.json cannot be read\. Restore it from a backup/)
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(text)
  }
})

test('beside a database, a file without secrets is refused and left unchanged', async () => {
  const path = join(folder, 'secrets.json')
  for (const text of [undefined, '{}', '{"session":"misspelt"}']) {
    if (text !== undefined) await writeFile(path, text)
    await expect(loadSecrets(folder, 'refuse'), text).rejects.toThrow(/secrets\.json is missing.*--new-secrets/)
    if (text !== undefined) expect(await readFile(path, 'utf8')).toBe(text)
  }
})

test('an unfinished file of a process that died does not block the next one', async () => {
  await writeFile(join(folder, 'secrets.json.new'), '{"sess')
  const all = await Promise.all([loadSecrets(folder), loadSecrets(folder)])
  expect(all[0]).toEqual(await loadSecrets(folder))
  expect(all[1]).toEqual(all[0])
  expect(await readdir(folder)).toEqual(['secrets.json'])
})

test('a file that another process is writing is waited for, whatever the clock of its machine', async () => {
  // A writer counts as dead after two seconds, which a busy machine may need here.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const next = join(folder, 'secrets.json.new')
  await writeFile(next, '{"sess')
  await utimes(next, 1, 1)
  const waiting = loadSecrets(folder)
  await sleep(500)
  const other = { sessions: key(1), links: key(2), webhooks: key(3) }
  await writeFile(next, JSON.stringify(other))
  await rename(next, join(folder, 'secrets.json'))
  expect(Buffer.from((await waiting).links).toString('base64')).toBe(other.links)
})

test('a shared file has the form of the file in a data folder, and is only read', async () => {
  const made = await loadSecrets(folder)
  const path = join(folder, 'secrets.json')
  await chmod(path, 0o400)
  const text = await readFile(path, 'utf8')
  expect(await readSecretsFile(path)).toEqual(made)
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(await readdir(folder)).toEqual(['secrets.json'])
})

test.each([
  [undefined, /shared\.json\) is missing\. Copy secrets\.json .*openssl rand -base64 32/],
  ['{"sessions": "c2VjcmV0', /cannot be read: it is not JSON\. Restore it/],
  ['[]', /cannot be read: it is not a JSON object/],
  [JSON.stringify({ sessions: 'short' }), /cannot be read: sessions is not 32 bytes as base64/],
  [JSON.stringify({ sessions: key(1) }), /lacks links and webhooks\. Add it\. .*openssl/],
])('a shared file of %j is refused with its setting and what to do, and none of it is shown', async (text, says) => {
  const path = join(folder, 'shared.json')
  if (text !== undefined) await writeFile(path, text)
  const refused = await readSecretsFile(path).catch((error: Error) => error.message)
  expect(refused).toMatch(/^PLATELIGHT_SECRETS_FILE/)
  expect(refused).toMatch(says)
  expect(refused).not.toContain('c2VjcmV0')
  expect(await readdir(folder)).toEqual(text === undefined ? [] : ['shared.json'])
})
