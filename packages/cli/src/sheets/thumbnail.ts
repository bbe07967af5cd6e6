import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { Original } from './entry.ts'

/** A picture made small, or why there is none. */
export type Thumbnail =
  | { readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly jpeg?: undefined; readonly label: string }

export interface Box {
  readonly width: number
  readonly height: number
  /** From 1 to 100. Default 80. */
  readonly quality?: number
}

/** Reads a picture and makes it fit: upright, in sRGB, on white where it is transparent. Throws nothing. */
export async function thumbnailOf(from: Original, { width, height, quality = 80 }: Box): Promise<Thumbnail> {
  if ('url' in from) return { label: 'on the web' }
  try {
    const bytes = 'bytes' in from ? from.bytes : await readFile(from.path)
    const picture = await opened(bytes)
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

/** Photos of phones are HEIC, which sharp cannot read; what does is loaded for them alone. */
async function opened(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  if (!isHeic(bytes)) return sharp(bytes, { failOn: 'none' }).autoOrient()
  const { data, width, height } = await inTurn(() => decoded(bytes))
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function decoded(buffer: Uint8Array) {
  const { log } = console
  // The decoder complains on standard output, which is the results'. Nothing of ours goes through here.
  console.log = () => undefined
  try {
    const { default: decode } = await import('heic-decode')
    return await decode({ buffer })
  } finally {
    console.log = log
  }
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: each takes four bytes a pixel, and phones have many pixels. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 64))
  if (!text.startsWith('ftyp') || text.includes('avif')) return false
  return BRANDS.has(text.slice(4, 8))
}
