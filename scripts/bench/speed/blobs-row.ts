// Pictures in S3 beside pictures in a folder. The service runs on the same machine and shares its processor, so the figures
// are a lower bound. What the server itself does for a picture is its processor time, which the note has.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { type Blobs, diskBlobs, privateKey, S3_PROGRAMS, s3Blobs, startS3 } from '#server-testing/blobs'
import { inTurn, median, medianRatio, type Row } from './speed-row.ts'

const PICTURES = 40
const AT_ONCE = 4
const BYTES = 1_000_000
const ROUNDS = 5

export const picturesInS3: Row = {
  name: 'pictures of 1 MB in S3, beside a folder: stored and read back',
  target: 'the peer is the folder; the S3 service is Swift on the same machine',
  async run() {
    const lacks = missing(...S3_PROGRAMS)
    if (lacks !== undefined) return { ours: 'skipped', peer: '', ratio: null, note: lacks }
    const folder = mkdtempSync(join(tmpdir(), 'platelight-bench-blobs-'))
    const service = await startS3()
    const onTrouble = (problem: Error) => {
      throw problem
    }
    const stores = { s3: s3Blobs({ settings: service.settings, onTrouble }), disk: await diskBlobs({ root: folder }) }
    const processor: Record<keyof typeof stores, number[]> = { s3: [], disk: [] }
    const rate = (name: keyof typeof stores) => async () => {
      const before = process.cpuUsage()
      const begin = performance.now()
      await storeAndRead(stores[name])
      const { user, system } = process.cpuUsage(before)
      processor[name].push((user + system) / 1000 / PICTURES)
      return PICTURES / ((performance.now() - begin) / 1000)
    }
    try {
      await Promise.all([storeAndRead(stores.s3), storeAndRead(stores.disk)])
      const { ours, peer } = await inTurn(ROUNDS, { ours: rate('s3'), peer: rate('disk') })
      const [s3Ms, diskMs] = [median(processor.s3), median(processor.disk)]
      return {
        ours: `${median(ours).toFixed(1)} pictures/s`,
        peer: `${median(peer).toFixed(1)} pictures/s`,
        ratio: medianRatio(ours, peer),
        note: `processor time of ours for one: ${s3Ms.toFixed(1)} ms, in the folder ${diskMs.toFixed(1)} ms; ${AT_ONCE} at once`,
      }
    } finally {
      await stores.s3.close()
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function storeAndRead(blobs: Blobs): Promise<void> {
  const bytes = randomBytes(BYTES)
  const keys = Array.from({ length: PICTURES }, () => privateKey(`${randomUUID()}.jpg`))
  const waiting = [...keys]
  const work = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      await blobs.put(key, bytes)
      if ((await blobs.read(key)).byteLength !== BYTES) throw new Error('the picture came back with another length')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await blobs.delete(keys)
}
