// Our side of the network rows, in a process of its own: the built model thread and a client of it. Each message runs the
// work once and returns { seconds, rss }.

import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { modelThread, networkClient, realSettings } from '#server-testing/networks'

const entry = new URL('../../../packages/server/dist/model-thread.js', import.meta.url)
const [work, photo = '', side = ''] = process.argv.slice(2)
const models = modelThread({
  settings: realSettings,
  onTrouble: (problem) => console.error(problem),
  start: (workerData) => new Worker(entry, { workerData }),
})
const networks = networkClient(models.connect())

async function main(): Promise<void> {
  const found = await networks.find(work === 'cutout' ? 'cutout' : 'upscale')
  if (!found) throw new Error('the network is not installed')
  const pixels = work === 'cutout' ? await decodeImage(readFileSync(photo), DEFAULT_LIMITS) : undefined
  const dims = [1, 3, Number(side), Number(side)]
  process.on('message', async () => {
    const data = pixels ? undefined : Float32Array.from({ length: 3 * Number(side) ** 2 }, (_, i) => (i % 97) / 97)
    const started = performance.now()
    if (pixels) await findSubject(pixels, networks)
    else if (data) await found.run({ data, dims })
    process.send?.({ seconds: (performance.now() - started) / 1000, rss: process.resourceUsage().maxRSS / 1024 })
  })
  process.send?.('ready')
}

void main()
