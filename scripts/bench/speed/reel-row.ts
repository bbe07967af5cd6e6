// A reel as the server makes it: the work of POST /api/mobile/reels without a network, from a photo to an MP4 file.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { dishPhoto } from '#server-testing/pictures'
import { ffmpegFilms, reelWork } from '#server-testing/works'
import { inTurn, median, medianRatio, type Row, secondsOf } from './speed-row.ts'

const ROUNDS = 3
const PARAMS = {
  image_url: '',
  motion: 'push_in',
  seconds: 5,
  aspect: '9:16',
  strength: 1,
  towards: [],
  colors: [],
} as const
/** The same frames by ffmpeg alone, which moves the picture by whole pixels. */
const ZOOM = 'scale=-2:2400,crop=1350:2400,zoompan=z=1+0.2*on/150:d=150:s=1080x1920:fps=30,format=yuv420p'

export const reel: Row = {
  name: 'a reel of 5 s in 1080x1920 of a photo of 12 MP, without a network',
  target: '≤ 10 s at a peak of 700 MB; the peer is zoompan of ffmpeg alone, which jitters',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'platelight-bench-reel-'))
    const file = join(folder, 'photo.jpg')
    const photo = await dishPhoto({ width: 4000, height: 3000 })
    writeFileSync(file, photo)
    const films = ffmpegFilms({ ffmpeg: 'ffmpeg', folder })
    const context = { limits: DEFAULT_LIMITS, networks: { find: async () => undefined }, films }
    const film = join(folder, 'film.mp4')
    const args = [
      '-v',
      'error',
      '-i',
      file,
      '-vf',
      ZOOM,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '19',
      '-y',
      film,
    ]
    try {
      const times = await inTurn(ROUNDS, {
        ours: () => secondsOf(() => reelWork([Uint8Array.from(photo)], PARAMS, context)),
        bare: () => secondsOf(async () => spawnSync('ffmpeg', args)),
      })
      const megabytes = Math.round(process.resourceUsage().maxRSS / 1000)
      return {
        ours: `${median(times.ours).toFixed(1)} s`,
        peer: `${median(times.bare).toFixed(1)} s`,
        ratio: medianRatio(times.bare, times.ours),
        note: `${ROUNDS} rounds; this process took ${megabytes} MB at its most, ffmpeg beside it not counted`,
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
