import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { needs, PROGRAM_ENV, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/base/config/server-config.ts'
import { ffmpegFilms } from '../../src/engines/films/ffmpeg-films.ts'
import { reelWork } from '../../src/operations/reel/reel-work.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { filesIn } from '../support/files-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-films-'))
afterAll(() => rmSync(folder, { recursive: true }))
const SMALL = { width: 64, height: 48, framesPerSecond: 30 }

function* greys(count: number, { width, height } = SMALL) {
  for (let index = 0; index < count; index++) yield new Uint8Array(4 * width * height).fill((index * 8) % 256)
}

/** The types of the outer boxes of an MP4 file, in order. */
function boxesOf(film: Uint8Array): string[] {
  const bytes = Buffer.from(film)
  const types: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) types.push(bytes.toString('latin1', at + 4, at + 8))
  return types
}

describe('with ffmpeg', needs('ffmpeg', 'ffprobe'), () => {
  const ffmpeg = readConfig({ PLATELIGHT_DATA: folder, PATH: PROGRAM_ENV.PATH }).ffmpeg ?? ''

  test('a reel is H.264 that plays everywhere, of exactly its length, with its index first and its label', async () => {
    const { limits } = readConfig({ PLATELIGHT_DATA: folder })
    const own = mkdtempSync(join(folder, 'reel-'))
    const films = ffmpegFilms({ ffmpeg, folder: own })
    const params = {
      image_url: '',
      motion: 'orbit',
      seconds: 5,
      aspect: '1:1',
      strength: 1,
      towards: [],
      colors: [],
    } as const
    const photo = new Uint8Array(await dishPhoto({ width: 400, height: 300 }))
    const { outputs } = await reelWork([photo], params, { limits, networks: NO_NETWORKS, films })
    const film = outputs[0]!.bytes
    const asked = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-count_frames', 'film.mp4']
    const { streams, format } = JSON.parse(runProgram('ffprobe', asked, { files: { 'film.mp4': film } }).toString())
    expect(streams).toMatchObject([
      {
        codec_name: 'h264',
        pix_fmt: 'yuv420p',
        width: 1080,
        height: 1080,
        color_space: 'bt709',
        color_transfer: 'bt709',
        color_primaries: 'bt709',
        color_range: 'tv',
        r_frame_rate: '30/1',
        avg_frame_rate: '30/1',
        nb_read_frames: '150',
      },
    ])
    expect(Number(format.duration)).toBe(5)
    const boxes = boxesOf(film)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
    expect(boxes.at(-1)).toBe('uuid')
    expect(await filesIn(own)).toEqual([])
  })

  test('the same frames give the same bytes', async () => {
    const films = ffmpegFilms({ ffmpeg, folder })
    expect(await films.encode(SMALL, greys(60))).toEqual(await films.encode(SMALL, greys(60)))
  })
})

/** A program in place of ffmpeg. */
function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('a program that cannot do it', needs('bash'), () => {
  const CASES: readonly (readonly [string, string, { code: string; message: RegExp }])[] = [
    ['is too old', 'echo "Unknown encoder \'libx264\'" >&2; exit 1', { code: 'engine_unavailable', message: /H\.264/ }],
    ['dies half-way', 'head -c 100000 >/dev/null; kill -9 $$', { code: 'engine_failed', message: /SIGKILL/ }],
    [
      'ends too early',
      'echo "Conversion failed!" >&2; exit 69',
      { code: 'engine_failed', message: /Conversion failed/ },
    ],
    [
      'finds the disk full',
      'cat >/dev/null; echo "No space left on device" >&2; exit 1',
      { code: 'storage_full', message: /full/ },
    ],
  ]
  test.each(CASES)('%s', async (name, script, error) => {
    const own = mkdtempSync(join(folder, 'case-'))
    const ffmpeg = program(name.replaceAll(' ', '-'), script)
    await expect(ffmpegFilms({ ffmpeg, folder: own }).encode(SMALL, greys(300))).rejects.toMatchObject(error)
    expect(await filesIn(own)).toEqual([])
  })

  test('is not there', async () => {
    const films = ffmpegFilms({ ffmpeg: join(folder, 'none'), folder: join(folder, 'new') })
    const error = { code: 'engine_unavailable', message: expect.stringContaining('ENOENT') }
    await expect(films.encode(SMALL, greys(3))).rejects.toMatchObject(error)
    expect(await filesIn(join(folder, 'new'))).toEqual([])
  })

  test('hangs: it is ended with its task, and its files are removed', async () => {
    const own = mkdtempSync(join(folder, 'case-'))
    const stop = new AbortController()
    const ffmpeg = program('hangs', 'exec sleep 1000')
    let asked = 0
    function* frames() {
      for (const frame of greys(300, { width: 640, height: 480, framesPerSecond: 30 })) {
        asked++
        yield frame
      }
    }
    const making = ffmpegFilms({ ffmpeg, folder: own, signal: stop.signal }).encode(SMALL, frames())
    await expect.poll(() => asked).toBeGreaterThan(0)
    stop.abort()
    await expect(making).rejects.toThrow()
    // It took nothing, so next to nothing was drawn.
    expect(asked).toBeLessThan(10)
    expect(await filesIn(own)).toEqual([])
  })
})
