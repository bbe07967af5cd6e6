import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs, PROGRAM_ENV, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/base/config/server-config.ts'
import { FILM_PROVIDERS, type FilmProvider } from '../../src/base/engine-capability.ts'
import { ffmpegFilms } from '../../src/engines/films/ffmpeg-films.ts'
import { inlineEngine } from '../../src/engines/inline-engine.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { providerStandIn } from '../support/providers/provider-stand-in.ts'
import { type StartOptions, startApp } from '../support/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-provided-'))
afterAll(() => rmSync(folder, { recursive: true }))
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))

/** What a provider delivers: another size, another rate, a sound, and shorter than was asked for. */
const filmOf = (seconds: number): Buffer =>
  runProgram(
    'ffmpeg',
    [
      ...`-v error -f lavfi -i testsrc2=size=720x720:rate=24:duration=${seconds} -f lavfi -i sine=duration=${seconds}`.split(
        ' ',
      ),
      ...'-pix_fmt yuv420p -c:v libx264 -c:a aac -movflags frag_keyframe+empty_moov -f mp4 -'.split(' '),
    ],
    { files: {} },
  )

describe('with ffmpeg', needs('ffmpeg', 'ffprobe'), () => {
  const ffmpeg = readConfig({ PLATELIGHT_DATA: folder, PATH: PROGRAM_ENV.PATH }).ffmpeg ?? ''

  async function serverWith(provider: FilmProvider, options: StartOptions = {}) {
    const standIn = await providerStandIn(provider)
    opened.push(standIn)
    const env = { PLATELIGHT_ENGINE_MOTION: provider, ...standIn.env }
    const engine: StartOptions['engine'] = (wish) =>
      inlineEngine({ ...wish, films: ffmpegFilms({ ffmpeg, folder: join(folder, 'own') }) })
    const start = async (more: StartOptions = {}) => {
      const app = await startApp({ engine, env, ...options, ...more })
      opened.push(app)
      return app
    }
    return { standIn, start }
  }

  test.each(FILM_PROVIDERS)(
    '%s makes the film of a reel, which is brought to its format and length',
    async (provider) => {
      const { standIn, start } = await serverWith(provider)
      standIn.delivers(filmOf(2))
      const app = await start()
      const { client, credits, runs } = await app.customer({ credits: 20 })
      const { operations } = await client.service.capabilities()
      const entry = operations.find(({ operation }) => operation === 'reel')
      expect(entry).toEqual({ operation: 'reel', available: true, engine: provider })
      const job = await client.reels.create({ image, motion: 'orbit', motion_details: 'with steam', headline: 'Ramen' })
      const reel = await job.wait()
      expect(reel).toMatchObject({
        engine: provider,
        faithfulness: 'generative',
        credits_used: 5,
        width: 1080,
        height: 1920,
        duration_seconds: 5,
        motion: 'orbit',
      })
      const film = Buffer.from(await (await fetch(reel.video_url)).arrayBuffer())
      const asked = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-count_frames', 'film.mp4']
      const { streams, format } = JSON.parse(runProgram('ffprobe', asked, { files: { 'film.mp4': film } }).toString())
      expect(streams).toMatchObject([
        {
          codec_name: 'h264',
          pix_fmt: 'yuv420p',
          width: 1080,
          height: 1920,
          color_space: 'bt709',
          color_transfer: 'bt709',
          color_primaries: 'bt709',
          color_range: 'tv',
          avg_frame_rate: '30/1',
          nb_read_frames: '150',
        },
      ])
      expect(Number(format.duration)).toBe(5)
      expect(film.toString('latin1')).toContain('compositeWithTrainedAlgorithmicMedia')

      expect(standIn.orders).toHaveLength(1)
      const order = JSON.stringify(standIn.orders[0]?.body)
      expect(order).toContain('around the dish. with steam')
      const [, first = ''] = /data:image\/jpeg;base64,([\w+/=]+)/.exec(order) ?? []
      const { width, height, exif } = await sharp(Buffer.from(first, 'base64')).metadata()
      expect([width, height, exif]).toEqual([1080, 1920, undefined])
      expect(await credits()).toBe(15)
      expect((await runs())[0]?.provider_task).not.toBeNull()
    },
  )

  test('an order that stands is taken up after a restart, and is neither ordered nor charged again', async () => {
    const { standIn, start } = await serverWith('fal')
    standIn.delivers(filmOf(1))
    let asked: () => void = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    standIn.misbehaves((step) => {
      if (step !== 'state') return undefined
      asked()
      return { status: 202, body: { status: 'IN_PROGRESS' } }
    })
    const dataFolder = mkdtempSync(join(folder, 'data-'))
    const first = await start({ dataFolder })
    const customer = await first.customer({ credits: 20 })
    const { id } = await customer.client.reels.create({ image })
    await isAsked
    await first.close()
    opened.splice(opened.indexOf(first), 1)

    standIn.misbehaves(() => undefined)
    const second = await start({ dataFolder })
    const again = new Platelight({ baseUrl: second.url, apiKey: customer.key })
    expect(await again.jobs.get(id).wait()).toMatchObject({ engine: 'fal' })
    expect(standIn.orders).toHaveLength(1)
    expect((await again.account.credits()).credits).toBe(15)
  })

  test('what is no film is refused, and nothing is charged', async () => {
    const { standIn, start } = await serverWith('replicate')
    standIn.delivers(Buffer.from('#EXTM3U\nfile:///etc/passwd\n'))
    const app = await start()
    const { client, credits } = await app.customer({ credits: 20 })
    const job = await client.reels.create({ image })
    await expect(job.wait()).rejects.toMatchObject({ code: 'engine_failed' })
    expect(await credits()).toBe(20)
  })
})
