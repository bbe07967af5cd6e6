import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ownDisks } from '@platelight/imaging/testing/machine/own-disks.ts'
import { afterAll, expect, test } from 'vitest'
import { inDataFolder } from '../support/blobs/stored-blobs.ts'
import { pathsIn } from '../support/files-in.ts'
import { BIN, commandWith, createKey } from '../support/server-process.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-kept-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const backup = (...args: string[]) => commandWith(inDataFolder, 'backup', ...args, '--no-env-file')

test('of the backups of a folder the newest are kept, with what they need', async () => {
  const [data, backups] = [join(root, 'data'), join(root, 'backups')]
  const create = async (...keep: string[]) => {
    await createKey(data, 1)
    const { stdout } = await backup('create', backups, '--data', data, '--json', ...keep)
    return JSON.parse(stdout) as { name: string; removed: number }
  }
  const made = [await create(), await create('--keep', '2'), await create('--keep', '2'), await create('--keep', '1')]
  expect(made.map(({ removed }) => removed)).toEqual([0, 0, 1, 2])
  expect(readdirSync(join(backups, 'backups'))).toEqual([expect.stringContaining(made.at(-1)?.name ?? '')])
  // The database in one piece, and the secrets.
  expect((await pathsIn(join(backups, 'pieces'))).length).toBe(2)
  await backup('verify', backups)
  await expect(create('--keep', '0')).rejects.toMatchObject({ code: 2 })
})

test('a backup onto a full disk says so, and leaves the server as it is', ownDisks, async () => {
  const [data, backups] = [join(root, 'whole'), join(root, 'full')]
  await createKey(data, 3)
  const script = `mkdir "${backups}" && mount -t tmpfs -o size=64k tmpfs "${backups}" && exec "$0" "$@"`
  const args = [process.execPath, BIN, 'backup', 'create', backups, '--data', data, '--no-env-file']
  const child = spawn('unshare', ['-rm', 'sh', '-c', script, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...inDataFolder },
  })
  expect(await text(child.stderr)).toContain('is on a full disk. Free some space there, then repeat the command')
  await expect.poll(() => child.exitCode).toBe(2)
  await backup('create', join(root, 'elsewhere'), '--data', data)
})

test('a backup that was started at a lower priority keeps it, as it may not raise it', ownDisks, async () => {
  const [data, backups] = [join(root, 'nice'), join(root, 'low')]
  await createKey(data, 1)
  const args = [process.execPath, BIN, 'backup', 'create', backups, '--data', data, '--no-env-file']
  const child = spawn('unshare', ['-r', 'nice', '-n', '15', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...inDataFolder },
  })
  expect(await text(child.stderr)).not.toContain('priority')
  await expect.poll(() => child.exitCode).toBe(0)
})
