import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Recorded } from './scripted-server.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const ftyp = (brand: string) => latin1(`\0\0\0\x18ftyp${brand}\0\0\0\0`)

/** The first bytes of each format the server reads, followed by noise. */
export const PICTURES = {
  jpeg: latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  png: latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  webp: latin1('RIFF\x24\0\0\0WEBPVP8 '),
  gif: latin1('GIF89a\x01\0\x01\0'),
  tiff: latin1('II*\0\x08\0\0\0'),
  avif: ftyp('avif'),
  heic: ftyp('heic'),
  heif: ftyp('mif1'),
} as const

export const jpeg = (sizeBytes = 4000): Buffer<ArrayBuffer> =>
  Buffer.concat([PICTURES.jpeg, Buffer.alloc(Math.max(0, sizeBytes - PICTURES.jpeg.length), 7)])

export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'platelight-sdk-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

export async function fileWith(name: string, content: Buffer | string): Promise<string> {
  const path = join(await folder(), name)
  await writeFile(path, content)
  return path
}

/** The file in a form, as parsed by a server. */
export async function fileIn({ body, headers }: Recorded): Promise<{ name: string; type: string; bytes: Buffer }> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('image') as File
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

/** The response of an upload. */
export const stored = {
  id: 'upl_1',
  url: 'http://127.0.0.1:8787/api/mobile/private-assets/a.jpg?exp=1&sig=2',
  width: 4,
  height: 3,
  expires_at: '2026-11-28T09:00:00.000Z',
}
