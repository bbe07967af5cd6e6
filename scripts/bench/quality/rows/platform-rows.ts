import { readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import sharp from 'sharp'
import { BUILT_IN, exportPlatformWork, type Platform, ratioOf, termsOf } from '#server-testing/works'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import type { Check, Quality } from '../quality-check.ts'
import { rememberingNetworks } from '../remembering-networks.ts'

/** The facts that ImageMagick and exiftool read from a file. */
interface Seen {
  readonly format: string
  readonly width: number
  readonly height: number
  readonly colours: string
  readonly orientation: string
  readonly place: string
}

const NAMES: Readonly<Record<string, string>> = { JPEG: 'jpeg', PNG: 'png', WEBP: 'webp' }

/** Reads all files at once, because one program per file would take most of the time. */
function seen(files: readonly string[]): Map<string, Seen> {
  const lines = runProgram('identify', ['-format', '%m %w %h %[colorspace]\n', ...files])
    .toString()
    .trim()
    .split('\n')
  const tags = JSON.parse(runProgram('exiftool', ['-j', '-Orientation', '-GPSLatitude', ...files]).toString()) as {
    Orientation?: string
    GPSLatitude?: string
  }[]
  return new Map(
    files.map((file, i) => {
      const [format = '', width, height, colours = ''] = (lines[i] ?? '').split(' ')
      const { Orientation: orientation = '-', GPSLatitude: place = '-' } = tags[i] ?? {}
      const size = { width: Number(width), height: Number(height) }
      return [file, { format: NAMES[format] ?? format, ...size, colours, orientation, place }]
    }),
  )
}

/** The rules of a row that a file breaks, found without the server's own verdict. */
function broken({ rules }: Platform, file: Seen, bytes: number): string[] {
  const { width, height } = file
  const near = (aspect: string) =>
    Math.abs(width - height * ratioOf(aspect)) <= 1 || Math.abs(height - width / ratioOf(aspect)) <= 1
  const { size, min_size: least, max_size: most, max_bytes = Number.POSITIVE_INFINITY, min_bytes = 0 } = rules
  const [narrowest, widest] = rules.aspect_range ?? []
  const problems = {
    size:
      (size && (width !== size.width || height !== size.height)) ||
      (least && (width < least.width || height < least.height)) ||
      (most && (width > most.width || height > most.height)),
    ratio:
      (rules.aspects && !rules.aspects.some(near)) ||
      (narrowest &&
        widest &&
        (width / height < ratioOf(narrowest) || width / height > ratioOf(widest)) &&
        !near(narrowest)),
    weight: bytes > max_bytes || bytes < min_bytes,
    format: rules.formats && !rules.formats.some((format) => format === file.format),
    colours: file.colours !== 'sRGB',
    upright: file.orientation !== '-' && !/normal/i.test(file.orientation),
    place: file.place !== '-',
  }
  return Object.entries(problems).flatMap(([name, is]) => (is ? [name] : []))
}

/** A plain script: a crop of the middle, with one quality. */
const plain = (photo: Uint8Array, { export: { size, format } }: Platform) =>
  sharp(photo)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    [format]({ quality: 88 })
    .toBuffer()

interface PlatformsOptions {
  /** Every photo in every slot. By default six photos, because each must be written for every slot. */
  readonly all?: boolean
  readonly networks?: Networks
}

/**
 * Exports every photo for every slot of the registry, reads the files with programs that share no code with ours, and
 * compares them with the row. Plain sharp does the same from the middle of the photo.
 */
export const platforms =
  ({ all = false, networks = NO_NETWORKS }: PlatformsOptions = {}): Quality =>
  async ({ photos, into }): Promise<Check[]> => {
    const chosen = all ? photos : photos.filter((_, i) => i % Math.ceil(photos.length / 6) === 0)
    const failures: string[] = []
    const peers: string[] = []
    let [files, ms] = [0, 0]
    const rows: Cell[][] = []
    const written: { name: string; row: Platform; file: string; bytes: number; other: string; otherBytes: number }[] =
      []
    const remembered = rememberingNetworks(networks)
    for (const path of chosen) {
      remembered.forget()
      const name = basename(path, extname(path))
      const photo = readFileSync(path)
      const cells: Cell[] = [{ bytes: photo, caption: name }]
      for (const row of BUILT_IN) {
        const startedAt = performance.now()
        const made = await exportPlatformWork([photo], { terms: termsOf(row) } as never, {
          limits: DEFAULT_LIMITS,
          networks: remembered.networks,
        })
        ms += performance.now() - startedAt
        files++
        const [image] = made.outputs
        if (!image) throw new Error(`nothing came of ${name} for ${row.id}`)
        const { bytes, extension } = image
        const file = join(into, `${name}-${row.id}.${extension}`)
        writeFileSync(file, bytes)
        const other = join(into, `${name}-${row.id}-plain.${extension}`)
        const peer = await plain(photo, row)
        writeFileSync(other, peer)
        written.push({ name, row, file, bytes: bytes.length, other, otherBytes: peer.length })
        if (row.verified)
          cells.push({
            bytes,
            caption: `${row.id} ${image.width}x${image.height} ${Math.ceil(bytes.length / 1000)} KB`,
          })
      }
      rows.push(cells)
    }
    const read = seen(written.flatMap(({ file, other }) => [file, other]))
    for (const { name, row, file, bytes, other, otherBytes } of written) {
      const found = broken(row, read.get(file) as Seen, bytes)
      if (found.length > 0) failures.push(`${name} for ${row.id}: ${found.join(', ')}`)
      if (broken(row, read.get(other) as Seen, otherBytes).length > 0) peers.push(`${name} for ${row.id}`)
    }
    await writeSheet(join(into, 'platforms.jpg'), rows, { width: 300, height: 300 })
    const share = (failed: readonly unknown[]) => `${((100 * (files - failed.length)) / files).toFixed(1)} %`
    return [
      {
        what: `platform exports: obey their row (${chosen.length} photos x ${BUILT_IN.length} slots, read by ImageMagick and exiftool)`,
        target: '100 %',
        ours: share(failures),
        peer: `sharp cover q88 ${share(peers)}`,
        met: failures.length === 0,
        note: failures.length > 0 ? failures.slice(0, 5).join('; ') : `${Math.round(ms / files)} ms each`,
      },
    ]
  }
