import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resultKey } from '../../src/blobs/blob-store.ts'
import { diskBlobs } from '../../src/blobs/disk-blobs.ts'
import { blobsSuite } from './blobs.suite.ts'

const folders: string[] = []
const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'platelight-blobs-'))
  folders.push(made)
  return made
}
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

blobsSuite('disk', async () => diskBlobs({ root: await folder() }))

test('files that a crash left half-written are removed by the next start', async () => {
  const root = await folder()
  await mkdir(join(root, 'tmp'), { recursive: true })
  await writeFile(join(root, 'tmp', 'partial'), 'half')
  await diskBlobs({ root })
  expect(await readdir(join(root, 'tmp'))).toEqual([])
})

test('a failed write leaves nothing under the key, and no temporary file', async () => {
  const root = await folder()
  const blobs = await diskBlobs({ root })
  // There is a file where the folder of the name should be.
  await writeFile(join(root, 'results'), 'in the way')
  await expect(blobs.put(resultKey('zz.jpg'), Buffer.from('x'))).rejects.toThrow()
  expect(await readdir(join(root, 'tmp'))).toEqual([])
})
