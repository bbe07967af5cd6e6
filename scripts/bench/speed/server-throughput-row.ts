// A folder of phone photos through the whole server: uploaded, enhanced into three formats, downloaded. The client runs
// on the same cores. So does the peer: a script that does the same to pixels and nothing else. Photos are drawn, so that
// everybody measures the same. `--photos FOLDER` also measures your own folder, with dishes that need the cut-out network
// and borders that must be extended.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { dishPhoto } from '#server-testing/pictures'
import { photosIn } from '../bench-pictures.ts'
import { startServer } from '../child-process.ts'
import { inTurn, median, medianRatio, type Result, type Row } from './speed-row.ts'

const THREADS = 2
const IN_FLIGHT = 4
const PHOTOS = 8
const ROUNDS = 3
const formats = ['square', 'portrait', 'landscape'] as const

/** A photo, and the sizes of the server's results. The peer creates exactly as many pixels. */
interface Job {
  readonly path: string
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
}

type Peer = 'enhance' | 'encode'
type Rates = Record<'ours' | Peer, number[]> & { readonly photos: number }

/** Both rows share one measurement. */
function rowsOf(name: string, photosOf: (folder: string) => Promise<string[]>): Row[] {
  let measured: Promise<Rates> | undefined
  const run = async (peer: Peer): Promise<Result> => {
    measured ??= measure(photosOf)
    const all = await measured
    return {
      ours: `${median(all.ours).toFixed(2)} photos/s`,
      peer: `${median(all[peer]).toFixed(2)} photos/s`,
      ratio: medianRatio(all.ours, all[peer]),
      note: `${all.photos} photos a round, ${THREADS} threads, ${IN_FLIGHT} requests in flight`,
    }
  }
  return [
    {
      name,
      target: '≥ 0.85 of bare sharp: same decode and sizes, recomb, linear, sharpen(), JPEG q85',
      run: () => run('enhance'),
    },
    {
      name: 'the same against the least that can be done',
      target: '≥ 0.55 of bare sharp: decode, resize and JPEG q85 alone',
      run: () => run('encode'),
    },
  ]
}

export const serverThroughput = rowsOf('enhance 12 MP to three formats of 3840 px, whole server', drawPhotos)

/** The same with the photos of a folder. */
export const ownPhotosThroughput = (folder: string): Row[] =>
  rowsOf('enhance photos of your own to three formats of 3840 px, whole server', () => photosIn(folder))

async function measure(photosOf: (folder: string) => Promise<string[]>): Promise<Rates> {
  const work = mkdtempSync(join(tmpdir(), 'platelight-bench-'))
  const server = await startServer({ PLATELIGHT_THREADS: String(THREADS) })
  const script = fork(fileURLToPath(new URL('peers/bare-sharp.mjs', import.meta.url)), { execArgv: [] })
  try {
    const photos = await photosOf(work)
    const client = new Platelight({ apiKey: server.key, baseUrl: server.url })
    const jobs: Job[] = []
    const ours = async () => {
      const out = join(work, 'ours')
      mkdirSync(out, { recursive: true })
      const queue = [...photos]
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
      return photos.length / seconds
    }
    const theirs = async (kind: Peer) => {
      const out = join(work, 'theirs')
      mkdirSync(out, { recursive: true })
      script.send({ photos: jobs, out, work: kind })
      const [{ seconds }] = (await once(script, 'message')) as [{ seconds: number }]
      rmSync(out, { recursive: true })
      return jobs.length / seconds
    }

    // Every thread loads its libraries with its first photo, and the model thread its network.
    for (const path of photos) jobs.push({ path, sizes: await sizesOf(client, path, work) })
    await theirs('encode')
    const rates = await inTurn(ROUNDS, {
      ours,
      enhance: () => theirs('enhance'),
      encode: () => theirs('encode'),
    })
    return { ...rates, photos: photos.length }
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

async function sizesOf(client: Platelight, path: string, folder: string): Promise<Job['sizes']> {
  const photo = await client.photos.enhance({ image: { path }, formats: [...formats] })
  return Promise.all(
    formats.map(async (format) => {
      const file = join(folder, `${format}.jpg`)
      await photo.download(format, file)
      // As bytes: if the server's imaging is loaded, as by another row, sharp opens no files.
      const { width, height } = await sharp(readFileSync(file)).metadata()
      return { width, height }
    }),
  )
}
