import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Sharp } from 'sharp'
import { MINUTE_MS } from '../base/time-units.ts'
import type { OriginalPhoto } from './sheet-entry.ts'

/** A small picture, or a label if there is none. */
export type Thumbnail =
  | { readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly jpeg?: undefined; readonly label: string }

export interface Box {
  readonly width: number
  readonly height: number
  /** From 1 to 100. Default 80. */
  readonly quality?: number
}

/** Reads a picture and scales it into the box: upright, in sRGB, on a white background. Never throws. */
export async function thumbnailOf(from: OriginalPhoto, { width, height, quality = 80 }: Box): Promise<Thumbnail> {
  if ('url' in from) return { label: 'on the web' }
  try {
    const bytes = 'bytes' in from ? from.bytes : await readFile(from.path)
    const picture = await openPicture(bytes)
    const { data, info } = await picture
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch (error) {
    return { label: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no longer there' : 'no preview' }
  }
}

/** Opens a picture with sharp. HEIC photos are decoded first, because sharp cannot read them. */
async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  if (!isHeic(bytes)) return sharp(bytes, { failOn: 'none' }).autoOrient()
  const { data, width, height } = await decodeHeic(bytes)
  return sharp(data, { raw: { width, height, channels: 4 } })
}

/** RGBA samples of an upright picture. */
interface Samples {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

const TIMEOUT_MS = MINUTE_MS

const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 64))
  return text.startsWith('ftyp') && !text.includes('avif') && BRANDS.has(text.slice(4, 8))
}

let last: Promise<unknown> = Promise.resolve()

/** Decodes a HEIC photo. Only one at a time, because each needs four bytes per pixel and phone photos are large. */
function decodeHeic(bytes: Uint8Array): Promise<Samples> {
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
