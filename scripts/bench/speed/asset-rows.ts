// Assets as the server makes them: the work of POST /api/mobile/assets, from words and a photo to PNG, JPEG and PDF.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { dishPhoto } from '#server-testing/pictures'
import { assetWork } from '#server-testing/works'
import { root } from '../child-process.ts'
import { inTurn, median, medianRatio, type Row, secondsOf } from './speed-row.ts'

const ROUNDS = 5
const WORDS = {
  business_name: 'Ramen Nord',
  headline: 'Tonkotsu of the day',
  offer: '12.50 € with a drink',
  tagline: '',
  address: 'Nordring 12, Kiel',
  phone: '',
  website: '',
  items: [],
}
const DISHES = Array.from({ length: 60 }, (_, index) => ({
  name: `Dish of the house number ${index + 1}`,
  description: 'With rice, vegetables of the season and a sauce',
  price: `${(index % 30) + 4},50 €`,
  section: `Section ${1 + Math.floor(index / 8)}`,
}))
const PARAMS = { asset_type: 'poster', preset: 'daily_special', resolution: '2K', image_urls: [], colors: [] } as const
const CONTEXT = { limits: DEFAULT_LIMITS, networks: { find: async () => undefined } }

/** Debian's ImageMagick may come without fonts. */
const font = () =>
  createRequire(join(root, 'packages', 'server', 'package.json')).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  )

/** The seconds of our work, and of ImageMagick, which writes a few words on a ground, without a design, a photo or a PDF. */
function row(name: string, target: string, params: Partial<Parameters<typeof assetWork>[1]>): Row {
  return {
    name,
    target: `${target}; the peer is ImageMagick, which writes a few words on a ground as PNG and JPEG`,
    async run() {
      const photos = params.image_urls ? [await dishPhoto({ width: 4000, height: 3000 })] : []
      const ours = () =>
        assetWork(
          photos.map((photo) => Uint8Array.from(photo)),
          { ...PARAMS, copy: WORDS, ...params },
          CONTEXT,
        )
      const drawn = [
        '-size',
        '1414x2000',
        '-font',
        font(),
        '-pointsize',
        '20',
        '-background',
        '#fbf6ec',
        `caption:${Object.values(WORDS).join(' ')}`,
      ]
      // Fonts are opened once for all work of a thread.
      await ours()
      const times = await inTurn(ROUNDS, {
        ours: () => secondsOf(ours),
        magick: () => secondsOf(async () => runProgram('ImageMagick', [...drawn, '-write', 'words.jpg', 'words.png'])),
      })
      return {
        ours: `${median(times.ours).toFixed(2)} s`,
        peer: `${median(times.magick).toFixed(2)} s`,
        ratio: medianRatio(times.magick, times.ours),
        note: `${ROUNDS} rounds, 2000 pixels high`,
      }
    },
  }
}

export const assets: Row[] = [
  row('a poster of words', '≤ 0.6 s', {}),
  row('a poster with a photo of 12 MP, without a network', '≤ 0.6 s beside finding the dish', { image_urls: [''] }),
  row('a menu of 60 dishes', '≤ 2 s', { asset_type: 'menu', copy: { ...WORDS, items: DISHES } }),
]
