// An edit by instruction, from the photo's bytes to the result's, beside its operations called one by one by somebody who
// knows them. Both decode once and write once, so the row shows what understanding, bookkeeping and copies cost.

import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { inspectImage } from '@platelight/imaging/codec/file/inspect-image.ts'
import { adjustTone } from '@platelight/imaging/edits/adjust-tone.ts'
import { fitPixels } from '@platelight/imaging/framing/fit/fit-pixels.ts'
import { blendThroughMask } from '@platelight/imaging/raster/masks/blend-through-mask.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { dishPhoto } from '#server-testing/pictures'
import { instructedWork, readInstruction } from '#server-testing/works'
import { inTurn, median, medianRatio, type Row, secondsOf } from './speed-row.ts'

const ROUNDS = 7
const PHOTO = { width: 4032, height: 3024 }
/** Light and colour of the whole, a layer apart, and another frame. */
const INSTRUCTION = 'a bit warmer, more contrast, the background a bit darker, then crop square'

const networks = { find: async () => undefined }

async function byInstruction(photo: Uint8Array): Promise<void> {
  const { steps, notDone } = readInstruction(INSTRUCTION)
  if (steps.length !== 4 || notDone.length > 0) throw new Error(`not understood: ${JSON.stringify({ steps, notDone })}`)
  const params = { image_url: '', instruction: INSTRUCTION, steps, skipped: [], format: 'jpeg' } as const
  await instructedWork([photo], params, { limits: DEFAULT_LIMITS, networks })
}

/** The amounts are those of the instruction. */
async function oneByOne(photo: Uint8Array): Promise<void> {
  const { credits } = await inspectImage(photo, DEFAULT_LIMITS)
  const pixels = await decodeImage(photo, DEFAULT_LIMITS)
  await adjustTone(pixels, { warmth: 0.15 })
  await adjustTone(pixels, { contrast: 0.3 })
  const { layers, width, height } = await findLayers(pixels, await findSubject(pixels, networks), networks)
  const darker = { ...pixels, data: Uint8Array.from(pixels.data) }
  await adjustTone(darker, { light: -0.25 })
  const blended = await blendThroughMask(pixels, darker, { alpha: layers.background.alpha, width, height })
  const side = Math.min(PHOTO.width, PHOTO.height)
  const square = await fitPixels(blended, { size: { width: side, height: side } }, networks)
  await encodeImage(square.pixels, { format: 'jpeg', credits, source: 'algorithmicallyEnhanced' })
}

export const localEdit: Row = {
  name: `an edit of ${Math.round((PHOTO.width * PHOTO.height) / 1e6)} MP by instruction, four steps, one of them in a layer`,
  target: '≥ 0.87 of the same operations called one by one (1.15x their time)',
  async run() {
    const photo = await dishPhoto(PHOTO)
    const contestants = {
      ours: () => secondsOf(() => byInstruction(photo)),
      calls: () => secondsOf(() => oneByOne(photo)),
    }
    await inTurn(1, contestants)
    const times = await inTurn(ROUNDS, contestants)
    return {
      ours: `${median(times.ours).toFixed(2)} s`,
      peer: `${median(times.calls).toFixed(2)} s`,
      ratio: medianRatio(times.calls, times.ours),
      note: `${ROUNDS} rounds, both warm, without networks: "${INSTRUCTION}"`,
    }
  },
}
