// Good photos degraded like bad phone shots, with a few reflections kept white and a few shadows kept black, then
// corrected by us and by what a user would script. Judged by mean CIEDE2000 to the good photo.
//   tsx scripts/bench/speed/restore-row.ts FOLDER

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { ILLUMINANTS } from '@platelight/imaging/colour/illuminants.ts'
import { decodeLight, encodeLight } from '@platelight/imaging/colour/linear-light.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import sharp from 'sharp'
import { enhancePhoto } from '#server-testing/works'
import { photosIn } from '../bench-pictures.ts'
import { hasMagick } from '../image-magick.ts'
import type { Result, Row } from './speed-row.ts'

interface Rgb {
  mode: 'rgb'
  r: number
  g: number
  b: number
}
// The measures of imaging's tests, which this workspace does not depend on by itself.
const imaging = createRequire(new URL('../../../packages/imaging/package.json', import.meta.url))
const { differenceCiede2000 } = imaging('culori') as { differenceCiede2000(): (one: Rgb, other: Rgb) => number }
const { ssim } = imaging('ssim.js') as { ssim(one: unknown, other: unknown): { mssim: number } }

const SIDE = 560
const deltaE = differenceCiede2000()

/** One curve per channel in linear light. */
const light =
  (gains: readonly number[]) =>
  (data: Uint8Array): Uint8Array =>
    data.map((code, i) => Math.round(255 * encodeLight(Math.min(1, decodeLight(code / 255) * (gains[i % 3] ?? 1)))))

/** Gains of a black body relative to daylight, with the luminance of white unchanged. */
const lamp = (kelvin: number): number[] => {
  const mireds = 1e6 / kelvin - 1e6 / 6500
  const line = ILLUMINANTS.filter(({ tint }) => tint === 0)
  const [near, next] = line.toSorted((a, b) => Math.abs(a.mireds - mireds) - Math.abs(b.mireds - mireds))
  if (!near || !next) throw new Error('no light')
  const share = (mireds - near.mireds) / (next.mireds - near.mireds)
  const red = Math.exp(near.red + (next.red - near.red) * share)
  const blue = Math.exp(near.blue + (next.blue - near.blue) * share)
  const luminance = 0.2126 * red + 0.7152 + 0.0722 * blue
  return [red, 1, blue].map((gain) => gain / luminance)
}

const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const noise = (data: Uint8Array): Uint8Array => {
  const next = random(7)
  const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
  return data.map((code) => Math.max(0, Math.min(255, Math.round(code + 0.05 * 255 * gauss()))))
}

const scaled = (gains: number[], factor: number) => gains.map((gain) => gain * factor)

export const SPOILINGS: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  '1.5 stops under': light([2 ** -1.5, 2 ** -1.5, 2 ** -1.5]),
  '1 stop over': light([2, 2, 2]),
  '3000 K': light(lamp(3000)),
  '3000 K, half adapted': light(lamp(3000).map(Math.sqrt)),
  '12000 K': light(lamp(12_000)),
  'low contrast': (data) => data.map((code) => Math.round(128 + 0.55 * (code - 128))),
  'noise of 5 %': noise,
  'dark and warm': light(scaled(lamp(3000).map(Math.sqrt), 0.5)),
}

/** A few small patches fixed to white and to black, at the same positions in every picture. */
const pin = ({ data, width, height }: Pixels): void => {
  const next = random(99)
  const side = Math.max(3, Math.round(Math.max(width, height) / 100))
  for (let patch = 0; patch < 8; patch++) {
    const left = Math.floor(next() * (width - side))
    const top = Math.floor(next() * (height - side))
    for (let y = top; y < top + side; y++) {
      data.fill(patch % 2 === 0 ? 255 : 0, (y * width + left) * 3, (y * width + left + side) * 3)
    }
  }
}

const png = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

type Method = (file: Buffer) => Promise<Buffer>
const methods = (): Record<string, Method> => {
  const all: Record<string, Method> = {
    ours: async (file) => {
      const params = { preset: 'balanced', formats: ['original'], upscale: false, format: 'png' } as const
      const { outputs } = await enhancePhoto(file, { ...params, formats: ['original'] }, DEFAULT_LIMITS)
      return Buffer.from(outputs[0]?.bytes ?? file)
    },
    'sharp.normalise': (file) => sharp(file).normalise().png().toBuffer(),
  }
  for (const option of hasMagick ? ['-auto-level', '-normalize', '-auto-gamma'] : []) {
    all[option] = async (file) => runProgram('ImageMagick', ['png:-', option, 'png:-'], { input: file })
  }
  return all
}

const colour = (data: Uint8Array, i: number): Rgb => ({
  mode: 'rgb',
  r: (data[i] as number) / 255,
  g: (data[i + 1] as number) / 255,
  b: (data[i + 2] as number) / 255,
})

const meanDeltaE = (one: Pixels, other: Pixels): number => {
  let [sum, count] = [0, 0]
  for (let i = 0; i + 2 < one.data.length; i += 33, count++) sum += deltaE(colour(one.data, i), colour(other.data, i))
  return sum / count
}

const grey = ({ data, width, height }: Pixels) => {
  const out = new Uint8ClampedArray(width * height * 4)
  for (let i = 0, to = 0; i < data.length; i += 3, to += 4) {
    const value = 0.299 * (data[i] as number) + 0.587 * (data[i + 1] as number) + 0.114 * (data[i + 2] as number)
    out.set([value, value, value, 255], to)
  }
  return { data: out, width, height }
}

export interface Restoring {
  /** For each degradation: mean ΔE of the degraded photos, then of each method's results. */
  readonly table: Record<string, Record<string, number>>
  /** Good photos processed with `balanced`: mean ΔE and mean SSIM of luma. */
  readonly untouched: { readonly deltaE: number; readonly ssim: number }
  /** Mean ΔE between each pair of presets. */
  readonly pairs: Record<string, number>
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const note = (lists: Record<string, number[]>, name: string, value: number): void => {
  lists[name] = [...(lists[name] ?? []), value]
}

const good = async (file: string): Promise<Pixels> => {
  const whole = await decodeImage(readFileSync(file))
  const { width, height, channels } = whole
  const small = await sharp(whole.data, { raw: { width, height, channels } })
    .flatten({ background: '#ffffff' })
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: small.data, width: small.info.width, height: small.info.height, channels: 3 }
}

/** Degrades photos in every way and measures the result of each method. */
export const measurePhotos = async (photos: readonly string[]): Promise<Restoring> => {
  const table: Record<string, Record<string, number[]>> = {}
  const untouched: { deltaE: number; ssim: number }[] = []
  const pairs: Record<string, number[]> = {}
  for (const file of photos) {
    const photo = await good(file)
    const looks: [string, Pixels][] = []
    for (const { id } of PRESETS) {
      const params = { preset: id, formats: ['original' as const], upscale: false, format: 'png' as const }
      const { outputs } = await enhancePhoto(await png(photo), params, DEFAULT_LIMITS)
      looks.push([id, await decodeImage(outputs[0]?.bytes ?? new Uint8Array())])
    }
    const balanced = looks[0]?.[1] ?? photo
    untouched.push({ deltaE: meanDeltaE(balanced, photo), ssim: ssim(grey(balanced), grey(photo)).mssim })
    looks.forEach(([one, a], i) => {
      for (const [other, b] of looks.slice(i + 1)) note(pairs, `${one} / ${other}`, meanDeltaE(a, b))
    })
    for (const [name, spoil] of Object.entries(SPOILINGS)) {
      const spoilt = { ...photo, data: spoil(photo.data) }
      pin(spoilt)
      const row = table[name] ?? {}
      table[name] = row
      note(row, 'spoilt', meanDeltaE(spoilt, photo))
      for (const [method, run] of Object.entries(methods())) {
        note(row, method, meanDeltaE(await decodeImage(await run(await png(spoilt))), photo))
      }
    }
  }
  const means = (row: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(row).map(([name, values]) => [name, mean(values)]))
  return {
    table: Object.fromEntries(Object.entries(table).map(([name, row]) => [name, means(row)])),
    untouched: { deltaE: mean(untouched.map((one) => one.deltaE)), ssim: mean(untouched.map((one) => one.ssim)) },
    pairs: means(pairs),
  }
}

/** The same for every photo of a folder. */
export const measure = async (folder: string): Promise<Restoring> => measurePhotos(await photosIn(folder))

/** By how much the mean ΔE over all degradations falls, 0–1. */
export const fall = ({ table }: Restoring, method: string): number => {
  const rows = Object.values(table)
  return 1 - mean(rows.map((row) => row[method] ?? Number.NaN)) / mean(rows.map((row) => row.spoilt ?? Number.NaN))
}

/** Measures a folder and prints the tables. */
export const run = async (folder: string): Promise<Restoring> => {
  const result = await measure(folder)
  console.table(
    Object.fromEntries(
      Object.entries(result.table).map(([name, row]) => [
        name,
        Object.fromEntries(Object.entries(row).map(([method, value]) => [method, Number(value.toFixed(2))])),
      ]),
    ),
  )
  for (const method of Object.keys(Object.values(result.table)[0] ?? {})) {
    if (method !== 'spoilt') console.log(`${method}: falls by ${(100 * fall(result, method)).toFixed(1)} %`)
  }
  const { deltaE: touched, ssim: alike } = result.untouched
  console.log(`good photos, balanced: mean ΔE ${touched.toFixed(2)}, SSIM of luma ${alike.toFixed(3)}`)
  for (const [pair, value] of Object.entries(result.pairs)) console.log(`${pair}: mean ΔE ${value.toFixed(2)}`)
  return result
}

/** The photographs that the demo also uses. */
const demoPhotos = () =>
  join(
    dirname(createRequire(import.meta.url).resolve('startbootstrap-business-casual/package.json')),
    'dist/assets/img',
  )

export const restoring: Row = {
  name: 'restoring a spoilt photo',
  target: 'mean ΔE2000 to the good photo falls by ≥ 50 % over all spoilings',
  run: async (): Promise<Result> => {
    const result = await measure(demoPhotos())
    const peers = Object.keys(Object.values(result.table)[0] ?? {}).filter((name) => !['spoilt', 'ours'].includes(name))
    const best = peers.toSorted((a, b) => fall(result, b) - fall(result, a))[0] ?? 'sharp.normalise'
    return {
      ours: `falls by ${(100 * fall(result, 'ours')).toFixed(0)} %`,
      peer: `${best}: ${(100 * fall(result, best)).toFixed(0)} %`,
      ratio: null,
      note: `${Object.keys(SPOILINGS).length} spoilings; good photos keep within ΔE ${result.untouched.deltaE.toFixed(1)}`,
    }
  },
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await run(process.argv[2] ?? demoPhotos())
