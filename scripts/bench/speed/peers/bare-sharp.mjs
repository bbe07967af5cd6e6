// The peers of an enhancement, in the shortest form that a user would write with sharp. Forked with an IPC channel:
//   { photos: [{ path, sizes: [{ width, height }] }], out: folder, work: 'enhance' | 'encode' }  →  { seconds }
// Two photos at a time, one core each. A photo is decoded once; `encode` leaves out everything but resize and JPEG.

import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const sharp = createRequire(new URL('../../../../package.json', import.meta.url))('sharp')
sharp.concurrency(1)
sharp.cache(false)

const THREADS = 2
const warmer = [
  [1.04, -0.02, -0.02],
  [-0.01, 1.03, -0.02],
  [-0.02, -0.02, 1.04],
]

process.on('message', async (job) => {
  const queue = [...job.photos]
  const started = performance.now()
  const thread = async () => {
    for (let photo = queue.pop(); photo; photo = queue.pop()) await produce(photo, job)
  }
  await Promise.all(Array.from({ length: THREADS }, thread))
  process.send({ seconds: (performance.now() - started) / 1000 })
})

async function produce({ path, sizes }, { out, work }) {
  const { data, info } = await sharp(path).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const { width, height } of sizes) {
    const resized = sharp(data, { raw }).resize(width, height)
    const finished = work === 'encode' ? resized : resized.recomb(warmer).linear(1.08, -6).sharpen()
    await finished.jpeg({ quality: 85 }).toFile(join(out, `${basename(path)}-${width}x${height}.jpg`))
  }
}
