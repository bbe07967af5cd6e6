import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('each secret is made once, is unlike the others, and is read by the owner only', async () => {
  const first = await loadSecrets(folder)
  expect(await loadSecrets(folder)).toEqual(first)
  const texts = Object.values(first).map((one) => Buffer.from(one).toString('hex'))
  expect(texts.map(({ length }) => length)).toEqual([64, 64, 64])
  expect(new Set(texts).size).toBe(3)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('a file of an earlier release keeps its secrets and gets those that are new', async () => {
  const path = join(folder, 'secrets.json')
  const { webhooks: _, ...before } = JSON.parse(await loadSecrets(folder).then(() => readFile(path, 'utf8')))
  await writeFile(path, JSON.stringify(before), { mode: 0o600 })
  const after = await loadSecrets(folder)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(before)
  expect(after.webhooks).toHaveLength(32)
  expect(await loadSecrets(folder)).toEqual(after)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
