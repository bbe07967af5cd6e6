// A folder of phone photos through the whole server: uploaded, enhanced into three formats, downloaded. The client runs on
// the same cores, as does the peer that it is compared with: a script that does the same to pixels and nothing else.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { dishPhoto } from '../../packages/server/test/support/pictures.ts'
import { startServer } from './child.ts'
import { inTurn, median, medianRatio, type Result, type Row } from './row.ts'

const THREADS = 2
const IN_FLIGHT = 4
const PHOTOS = 8
const ROUNDS = 3
const formats = ['square', 'portrait', 'landscape'] as const

interface Size {
  width: number
  height: number
}

type Rates = Record<'ours' | 'enhance' | 'encode', number[]>

let measured: Promise<Rates> | undefined
/** Both rows come from one run. */
const rates = () => {
  measured ??= measure()
  return measured
}

export const serverThroughput: Row = {
  name: 'enhance 12 MP to three formats of 3840 px, whole server',
  target: '≥ 0.85 of bare sharp: same decode and sizes, recomb, linear, sharpen(), JPEG q85',
  run: async () => result(await rates(), 'enhance'),
}

export const serverThroughputLimit: Row = {
  name: 'the same against the least that can be done',
  target: '≥ 0.55 of bare sharp: decode, resize and JPEG q85 alone',
  run: async () => result(await rates(), 'encode'),
}

const result = (all: Rates, peer: 'enhance' | 'encode'): Result => ({
  ours: `${median(all.ours).toFixed(2)} photos/s`,
  peer: `${median(all[peer]).toFixed(2)} photos/s`,
  ratio: medianRatio(all.ours, all[peer]),
  note: `${PHOTOS} photos a round, ${THREADS} threads, ${IN_FLIGHT} requests in flight`,
})

async function measure(): Promise<Rates> {
  const work = mkdtempSync(join(tmpdir(), 'platelight-bench-'))
  const server = await startServer({ PLATELIGHT_THREADS: String(THREADS) })
  const script = fork(fileURLToPath(new URL('peers/bare-sharp.mjs', import.meta.url)), { execArgv: [] })
  try {
    const photos = await drawPhotos(work)
    const client = new Platelight({ apiKey: server.key, baseUrl: server.url })
    const ours = async (some: string[]) => {
      const out = join(work, 'ours')
      mkdirSync(out, { recursive: true })
      const queue = [...some]
      const started = performance.now()
      const worker = async () => {
        for (let path = queue.pop(); path; path = queue.pop()) {
          const photo = await client.photos.enhance({ image: { path }, formats: [...formats] })
          for (const format of formats) await photo.download(format, `${join(out, photo.id)}-${format}.jpg`)
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
      const seconds = (performance.now() - started) / 1000
      rmSync(out, { recursive: true })
      return some.length / seconds
    }
    const sizes = await sizesOf(client, photos[0] ?? '', work)
    const theirs = async (some: string[], kind: 'enhance' | 'encode') => {
      const out = join(work, 'theirs')
      mkdirSync(out, { recursive: true })
      script.send({ photos: some, sizes, out, work: kind })
      const [{ seconds }] = (await once(script, 'message')) as [{ seconds: number }]
      rmSync(out, { recursive: true })
      return some.length / seconds
    }

    // Every thread loads its libraries with its first photo.
    await ours(photos.slice(0, THREADS))
    await theirs(photos.slice(0, THREADS), 'enhance')
    return await inTurn(ROUNDS, {
      ours: () => ours(photos),
      enhance: () => theirs(photos, 'enhance'),
      encode: () => theirs(photos, 'encode'),
    })
  } finally {
    script.kill()
    await server.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

async function drawPhotos(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (let seed = 1; seed <= PHOTOS; seed++) {
    const path = join(folder, `photo-${seed}.jpg`)
    writeFileSync(path, await dishPhoto({ width: 4032, height: 3024, seed }))
    paths.push(path)
  }
  return paths
}

/** The peer makes exactly as many pixels as the server does. */
async function sizesOf(client: Platelight, path: string, folder: string): Promise<Size[]> {
  const photo = await client.photos.enhance({ image: { path }, formats: [...formats] })
  return Promise.all(
    formats.map(async (format) => {
      const file = join(folder, `${format}.jpg`)
      await photo.download(format, file)
      // As bytes: where the server's imaging is loaded, as by another row, sharp opens no files.
      const { width, height } = await sharp(readFileSync(file)).metadata()
      return { width, height }
    }),
  )
}
