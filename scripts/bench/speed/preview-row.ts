// Placeholders as the server draws them: the work of POST /api/generate-v2 without an image model, from a prompt to a JPEG.

import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import sharp from 'sharp'
import { previewWork } from '#server-testing/works'
import { inTurn, median, medianRatio, type Row, secondsOf } from './speed-row.ts'

const ROUNDS = 5
/** The side of a placeholder of 1K with the default shape. */
const SIDE = 1024
/** Dishes that differ in what has to be drawn: a soup, slices, leaves, a stack, grains, a cake, rows, a glass. */
const PROMPTS = [
  'Tonkotsu ramen in a dark bowl, side light',
  'Margherita pizza on a wooden board, from above',
  'Caesar salad on a white plate',
  'Cheeseburger with fries on slate, moody',
  'Chicken tikka masala with basmati rice',
  'Chocolate cake with berries on marble',
  'Sushi platter with salmon nigiri',
  'Iced latte in a tall glass, bright window light',
]

const context = { limits: DEFAULT_LIMITS, networks: { find: async () => undefined } }

async function draw(prompt: string): Promise<Uint8Array> {
  const params = { prompt, aspect_ratio: '1:1', count: 1, long_side: SIDE, engine: 'preview' } as const
  const { outputs } = await previewWork([], params, context)
  return outputs[0]?.bytes ?? new Uint8Array()
}

export const preview: Row = {
  name: `a placeholder of ${SIDE} x ${SIDE} px, warm: a prompt in, a JPEG out`,
  target: '≤ 0.3 s; the peer is bare sharp, which only decodes the same picture and writes it again',
  async run() {
    const pictures: Uint8Array[] = []
    for (const prompt of PROMPTS) pictures.push(await draw(prompt))
    const slowest = { prompt: '', seconds: 0 }
    const drawOne = async (prompt: string): Promise<number> => {
      const seconds = await secondsOf(() => draw(prompt))
      if (seconds > slowest.seconds) Object.assign(slowest, { prompt, seconds })
      return seconds
    }
    const rewrite = (bytes: Uint8Array) => secondsOf(() => sharp(bytes).jpeg({ quality: 90 }).toBuffer())
    const times = await inTurn(ROUNDS, {
      ours: async () => median(await oneByOne(PROMPTS, drawOne)),
      bare: async () => median(await oneByOne(pictures, rewrite)),
    })
    return {
      ours: `${median(times.ours).toFixed(3)} s`,
      peer: `${median(times.bare).toFixed(3)} s`,
      ratio: medianRatio(times.bare, times.ours),
      note: `${ROUNDS} rounds of ${PROMPTS.length} dishes; the slowest of all took ${slowest.seconds.toFixed(3)} s: ${slowest.prompt}`,
    }
  },
}

async function oneByOne<T>(all: readonly T[], measure: (one: T) => Promise<number>): Promise<number[]> {
  const figures: number[] = []
  for (const one of all) figures.push(await measure(one))
  return figures
}
