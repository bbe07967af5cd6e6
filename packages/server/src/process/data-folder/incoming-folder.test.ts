import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../base/durations.ts'
import { openIncomingFolder } from './incoming-folder.ts'

const logger = { warn: () => {} }

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-incoming-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const openFor = async (folder: string, owner: string | undefined) => {
  const opened = await openIncomingFolder({ dataFolder: folder, owner, logger })
  onTestFinished(opened.close)
  return opened
}

/** The folder of a process, unchanged for some hours. */
async function unchanged(folder: string, owner: string, hours: number): Promise<void> {
  const path = join(folder, 'incoming', owner)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'photo'), 'bytes')
  const then = new Date(Date.now() - hours * HOUR_MS)
  await utimes(path, then, then)
}

const owners = async (folder: string) => (await readdir(join(folder, 'incoming'))).sort()

test('a process removes the files of those that died, at its start and while it runs', async () => {
  const folder = await dataFolder()
  await unchanged(folder, 'dead', 2)
  await unchanged(folder, 'alive', 0.5)
  const { renew } = await openFor(folder, 'mine')
  expect(await owners(folder)).toEqual(['alive', 'mine'])
  await unchanged(folder, 'dead-later', 2)
  await renew()
  expect(await owners(folder)).toEqual(['alive', 'mine'])
})

test('a process that received nothing for a day keeps its folder, and gets it back when another clock removed it', async () => {
  const folder = await dataFolder()
  const idle = await openFor(folder, 'idle')
  await unchanged(folder, 'idle', 24)
  await idle.renew()
  await openFor(folder, 'other')
  expect(await owners(folder)).toEqual(['idle', 'other'])
  await rm(idle.folder, { recursive: true })
  await idle.renew()
  expect(await owners(folder)).toEqual(['idle', 'other'])
})

test('a process that has the data folder to itself begins and ends with an empty one', async () => {
  const folder = await dataFolder()
  await unchanged(folder, 'of-an-earlier-process', 0)
  const { folder: incoming, close } = await openFor(folder, undefined)
  expect(await owners(folder)).toEqual([])
  await writeFile(join(incoming, 'photo'), 'bytes')
  await close()
  await expect(owners(folder)).rejects.toMatchObject({ code: 'ENOENT' })
})
