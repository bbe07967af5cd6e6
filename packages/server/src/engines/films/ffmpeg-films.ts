import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError, storageFull } from '../../base/service-error.ts'
import {
  type FilmFormat,
  type Films,
  type FilmWish,
  type Frames,
  filmsUnavailable,
} from '../../operations/reel/films-port.ts'

export interface FfmpegOptions {
  /** The path of the program. */
  readonly ffmpeg: string
  /** A folder of this process for files that are being written. */
  readonly folder: string
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal
}

/** The last part of what the program says that is shown. */
const SHOWN = 300

/**
 * Writes films with ffmpeg. It is given frames that were drawn here, or the film of a provider, and never a file of a caller.
 *
 * @example await ffmpegFilms({ ffmpeg: '/usr/bin/ffmpeg', folder }).encode({ width, height, framesPerSecond: 30 }, frames)
 */
export function ffmpegFilms({ ffmpeg, folder, signal }: FfmpegOptions): Films {
  const run = (options: readonly string[], frames: Frames) => {
    const child = spawn(ffmpeg, options, { stdio: 'pipe', ...(signal && { signal, killSignal: 'SIGKILL' }) })
    return feed(child, frames, signal)
  }
  return {
    async encode(format, frames) {
      return inOwnFolder(folder, async (own) => {
        const file = join(own, 'film.mp4')
        await run(argumentsFor(format, file), frames)
        return readFile(file)
      })
    },

    async remake(film, wish) {
      return inOwnFolder(folder, async (own) => {
        const [given, words, file] = ['given.mp4', 'words.rgba', 'film.mp4'].map((name) => join(own, name)) as Names
        await writeFile(given, film)
        if (wish.overlay) await writeFile(words, wish.overlay.data)
        await run(argumentsToRemake(wish, { given, words, file }), [])
        return readFile(file)
      })
    },
  }
}

type Names = [given: string, words: string, file: string]

async function inOwnFolder<T>(folder: string, work: (own: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const own = await mkdtemp(join(folder, 'film-'))
  try {
    return await work(own)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Gives frames to the program as fast as it takes them, and waits for its end. */
async function feed(
  child: ChildProcessWithoutNullStreams,
  frames: Parameters<Films['encode']>[1],
  signal: AbortSignal | undefined,
): Promise<void> {
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-10 * SHOWN)
  })
  child.stdout.resume()
  let unstarted: NodeJS.ErrnoException | undefined
  child.on('error', (error) => {
    unstarted ??= error
  })
  // What was not written is told by how the program ends.
  child.stdin.on('error', () => {})
  const ended = new Promise<{ code: number | null; by: string | null }>((resolve) => {
    child.on('close', (code, by) => resolve({ code, by }))
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  try {
    for await (const frame of frames) {
      if (hasEnded || child.stdin.destroyed) break
      if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
    }
    child.stdin.end()
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  }
  const { code, by } = await ended
  signal?.throwIfAborted()
  if (unstarted && child.pid === undefined) throw filmsUnavailable(`ffmpeg could not be started (${unstarted.code})`)
  if (code !== 0) throw failureOf(said, code ?? by)
}

const TO_BT709 = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'

/** Only MP4 files with what providers write are read, of a size that fits into memory, and nothing that they name. */
const READ_ONLY_FILMS =
  '-protocol_whitelist file -f mov -codec_whitelist h264,hevc,vp9,av1,libdav1d -max_pixels 9000000 -t 30'

function argumentsToRemake(
  { width, height, framesPerSecond: rate, frames, overlay, fadeFrames }: FilmWish,
  { given, words, file }: Record<'given' | 'words' | 'file', string>,
): string[] {
  const shape = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=lanczos,crop=${width}:${height}`
  const length = `fps=${rate},tpad=stop_mode=clone:stop_duration=${Math.ceil(frames / rate)}`
  const film = `[0:v]${shape},${length}`
  const still = overlay && `-f rawvideo -pix_fmt rgba -s ${overlay.width}x${overlay.height} -r ${rate} -i`
  const filter = overlay
    ? `${film}[film];[1:v]loop=-1:1,fade=in:0:${fadeFrames}:alpha=1[words];[film][words]overlay=${overlay.left}:${overlay.top},${TO_BT709}`
    : `${film},${TO_BT709}`
  return [
    ...`-hide_banner -loglevel error ${READ_ONLY_FILMS} -i`.split(' '),
    given,
    ...(still ? [...still.split(' '), words] : []),
    ...['-filter_complex', filter, '-an', '-frames:v', String(frames)],
    ...writtenWith(rate),
    file,
  ]
}

/** Constant quality, a group of pictures of two seconds, and the same bytes for the same frames. */
const writtenWith = (framesPerSecond: number): string[] => {
  const colour = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'
  const codec = `-c:v libx264 -preset veryfast -crf 19 -profile:v high -g ${2 * framesPerSecond} -threads 2`
  const exact = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart'
  return `${codec} ${colour} ${exact} -y`.split(' ')
}

function argumentsFor({ width, height, framesPerSecond }: FilmFormat, file: string): string[] {
  const input = `-f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${framesPerSecond} -i pipe:0`
  return [
    ...`-hide_banner -loglevel error ${input} -an -vf ${TO_BT709}`.split(' '),
    ...writtenWith(framesPerSecond),
    file,
  ]
}

/** What a program says that has no H.264, or that is too old to know an option. */
const UNABLE = /unknown encoder|unrecognized option|option .* not found|encoder .* not found|no such filter/i

function failureOf(said: string, end: number | string | null): ServiceError {
  if (/no space left|disk quota/i.test(said)) return storageFull()
  const last = said.trim().split('\n').at(-1)?.slice(-SHOWN) ?? ''
  if (UNABLE.test(said)) return filmsUnavailable(`this ffmpeg cannot write H.264 (${last})`)
  return new ServiceError(
    'engine_failed',
    `ffmpeg ended before the reel was finished (${last === '' ? end : last}). Nothing was charged.`,
  )
}
