// Networks as the server runs them, in a thread of their own behind a port, compared with the bare runtime on the same
// file. Both have the memory settings of glibc with which `platelight-server start` begins: without them, peaks are 250 to
// 400 MiB higher and differ by 170 MiB between runs of the same program.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTRACTS, inspectModels, MODELS, prepareOnnx, realSettings, type ServedUse } from '#server-testing/networks'
import { dishPhoto } from '#server-testing/pictures'
import { inTurn, median, medianRatio, type Row } from './speed-row.ts'

const ROUNDS = 9
/** A tile as upscaling cuts it. */
const TILE = 256

interface Turn {
  readonly seconds: number
  /** Peak of the process so far, MiB. */
  readonly rss: number
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const SERVER_ENVIRONMENT: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../packages/server/bin/environment.json', import.meta.url), 'utf8'),
)

async function ready(file: string, args: string[]): Promise<ChildProcess> {
  const child = fork(script(file), args, { env: { ...process.env, ...SERVER_ENVIRONMENT } })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

const turn = async (child: ChildProcess): Promise<Turn> => {
  child.send('once')
  return ((await once(child, 'message')) as [Turn])[0]
}

async function measure(use: ServedUse, dims: readonly number[], ourArguments: string[]) {
  const found = (await inspectModels(realSettings, use)).find(({ status }) => status === 'ready')
  const model = MODELS.find(({ id }) => id === found?.id)
  if (!found?.where || !model) throw new Error(`no model for ${use} is installed: platelight-server models list`)
  const path = await prepareOnnx(model, found.where, realSettings.cacheFolder, console.error)
  const ours = await ready('networks-server-row.ts', [use, ...ourArguments])
  const bare = await ready('peers/bare-onnx.mjs', [
    ...[String(path), model.input, model.output, dims.join('x'), String(realSettings.threads)],
  ])
  try {
    const peaks = { ours: 0, bare: 0 }
    const timed = (name: keyof typeof peaks, child: ChildProcess) => async () => {
      const { seconds, rss } = await turn(child)
      peaks[name] = rss
      return seconds
    }
    const contestants = { ours: timed('ours', ours), bare: timed('bare', bare) }
    await inTurn(1, contestants)
    const times = await inTurn(ROUNDS, contestants)
    const more = Math.round(peaks.ours - peaks.bare)
    return {
      ours: `${median(times.ours).toFixed(2)} s, peak ${Math.round(peaks.ours)} MiB`,
      peer: `${median(times.bare).toFixed(2)} s, peak ${Math.round(peaks.bare)} MiB`,
      ratio: medianRatio(times.bare, times.ours),
      note: `${model.id}; ${more >= 0 ? `${more} MiB more` : `${-more} MiB less`} memory; ${ROUNDS} rounds, both warm`,
    }
  } finally {
    ours.kill()
    bare.kill()
  }
}

export const cutOut: Row = {
  name: 'cut-out of a photo of 1024 px, warm: pixels in, mask from all predictions and detectors, beside one bare run at 1024 px',
  target: '≥ 0.63 of bare onnxruntime (1.6x its time), its peak memory + 200 MB; the models are loaded once',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'platelight-bench-'))
    try {
      const photo = join(folder, 'photo.jpg')
      writeFileSync(photo, await dishPhoto({ width: 1024, height: 768 }))
      return await measure('cutout', CONTRACTS.cutout.input, [photo])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

export const detail: Row = {
  name: `the detail network of an upscale on one tile of ${TILE} px, warm`,
  target: '≥ 0.91 of bare onnxruntime (1.1x its time), its peak memory + 150 MB',
  run: () => measure('upscale', [1, 3, TILE, TILE], ['', String(TILE)]),
}
