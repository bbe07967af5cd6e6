import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../base/time-units.ts'

/** Samples of a picture, upright: red, green, blue and opacity. */
export interface Samples {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

const LONGEST_MS = MINUTE_MS

const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

export function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 64))
  return text.startsWith('ftyp') && !text.includes('avif') && BRANDS.has(text.slice(4, 8))
}

let last: Promise<unknown> = Promise.resolve()

/** Decodes the photo of a phone. One at a time: each takes four bytes a pixel, and phones have many pixels. */
export function decodeHeic(bytes: Uint8Array): Promise<Samples> {
  const mine = last.then(() => inThread(bytes))
  last = mine.catch(() => undefined)
  return mine
}

const WORK = `
  const { parentPort, workerData } = require('node:worker_threads')
  require(workerData.decoder)({ buffer: workerData.bytes }).then(({ data, width, height }) =>
    parentPort.postMessage({ data, width, height }, [data.buffer]))
`

/**
 * A thread of its own: what the decoder throws past its caller when a file is damaged ends the thread instead of the
 * command, and what it prints does not get between the results.
 */
function inThread(bytes: Uint8Array): Promise<Samples> {
  const require = createRequire(import.meta.url)
  const decoder = require.resolve('heic-decode')
  const worker = new Worker(WORK, { eval: true, workerData: { decoder, bytes }, stdout: true, stderr: true })
  return new Promise<Samples>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Decoding the picture takes too long.')), LONGEST_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('The picture cannot be decoded.'))
    })
  }).finally(() => worker.terminate())
}
