import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../base/time-units.ts'

/** RGBA samples of an upright picture. */
export interface Samples {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

const TIMEOUT_MS = MINUTE_MS

const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

export function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 64))
  return text.startsWith('ftyp') && !text.includes('avif') && BRANDS.has(text.slice(4, 8))
}

let last: Promise<unknown> = Promise.resolve()

/** Decodes a HEIC photo. Only one at a time, because each needs four bytes per pixel and phone photos are large. */
export function decodeHeic(bytes: Uint8Array): Promise<Samples> {
  const decoded = last.then(() => decodeInThread(bytes))
  last = decoded.catch(() => undefined)
  return decoded
}

const WORK = `
  const { parentPort, workerData } = require('node:worker_threads')
  require(workerData.decoder)({ buffer: workerData.bytes }).then(({ data, width, height }) =>
    parentPort.postMessage({ data, width, height }, [data.buffer]))
`

/**
 * Decodes in a separate thread. An uncaught error of the decoder ends only the thread, and its output does not mix with
 * the results.
 */
function decodeInThread(bytes: Uint8Array): Promise<Samples> {
  const require = createRequire(import.meta.url)
  const decoder = require.resolve('heic-decode')
  const worker = new Worker(WORK, { eval: true, workerData: { decoder, bytes }, stdout: true, stderr: true })
  return new Promise<Samples>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Decoding the picture takes too long.')), TIMEOUT_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The picture cannot be decoded.'))
    })
  }).finally(() => worker.terminate())
}
