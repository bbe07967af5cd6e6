import { mirrorPicture, turnPicture } from '@platelight/imaging/edits/turn-picture.ts'
import { cropToShare, dishBoxIn } from '@platelight/imaging/framing/crop-to-dish.ts'
import { fitPixels } from '@platelight/imaging/framing/fit/fit-pixels.ts'
import type { Size } from '@platelight/imaging/raster/geometry.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { levelPhoto } from '@platelight/imaging/retouch/faults/straighten.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { WholeStep } from '../instructions/edit-step.ts'
import { fitWarnings } from '../picture/fit-warnings.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import type { PictureState } from './picture-state.ts'

export type FrameStep = Extract<WholeStep, { kind: 'crop' | 'closer' | 'straighten' | 'rotate' | 'flip' | 'size' }>

/** How much larger the dish becomes in a closer crop, as a share of the frame. */
const CLOSER = 1.7
const MOST_SHARE = 0.75

/**
 * Does one step that moves the frame or the pixels.
 *
 * @returns why it was not done, if the photo gave no reason for it
 */
export async function runFrameStep(state: PictureState, step: FrameStep): Promise<string | undefined> {
  switch (step.kind) {
    case 'rotate':
      state.replace(await turnPicture(state.pixels, step.degrees))
      if (step.degrees % 90 !== 0) state.warnings.push(TURNED)
      return undefined
    case 'flip':
      state.replace(await mirrorPicture(state.pixels, step.axis))
      return undefined
    case 'straighten':
      return straighten(state)
    case 'closer':
      return closer(state)
    case 'crop':
      return fit(state, insideOf(state.pixels, step.aspect[0] / step.aspect[1]))
    case 'size':
      return resize(state, step)
  }
}

const TURNED: Warning = {
  code: 'turn_cropped',
  message: 'A turn leaves the corners empty, so the picture was cropped a little, in the same shape.',
}

async function straighten(state: PictureState): Promise<string | undefined> {
  const { tilt, straightened, pixels } = await levelPhoto(state.pixels, await state.subject())
  if (tilt === undefined) return 'The photo is level, or its tilt could not be measured.'
  if (!straightened) return 'Straightening would cut off a part of the dish.'
  state.replace(pixels)
  return undefined
}

async function closer(state: PictureState): Promise<string | undefined> {
  const dish = dishBoxIn(await state.clearSubject(), state.pixels)
  const box = dish && cropToShare(state.pixels, dish, Math.min(MOST_SHARE, CLOSER * dish.share))
  if (!box) return 'The dish already fills the picture as far as it can without being cut.'
  state.replace(await resizeTo(state.pixels, box, box))
  return undefined
}

/** The largest size of a shape that a picture has room for. */
function insideOf({ width, height }: Size, ratio: number): Size {
  return width / height > ratio
    ? { width: Math.max(1, Math.round(height * ratio)), height }
    : { width, height: Math.max(1, Math.round(width / ratio)) }
}

/** Frames the dish in a shape and size; where it would be cut, the background is extended. */
async function fit(state: PictureState, size: Size): Promise<undefined> {
  const framed = await fitPixels(state.pixels, { size }, state.context.networks, undefined, state.hint())
  state.warnings.push(...fitWarnings(framed))
  if (framed.extended) state.faithfulness = 'retouch'
  if (framed.placedBy) state.engines.add(framed.placedBy)
  state.replace(framed.pixels)
  return undefined
}

async function resize(state: PictureState, step: Extract<FrameStep, { kind: 'size' }>): Promise<string | undefined> {
  const size = sizeOf(step, state.pixels)
  refuseLargeResult({ ...size, hasAlpha: state.pixels.channels === 4 }, undefined, {
    begins: 'The result',
    waysOut: ['ask for fewer pixels'],
  })
  if (step.width !== undefined && step.height !== undefined) return fit(state, size)
  const times = size.width / state.pixels.width
  if (times > 2) {
    const message = `The photo was enlarged ${times.toFixed(1)} times, so the result may look soft.`
    state.warnings.push({ code: 'upscaled_more_than_2x', message })
  }
  state.replace(await resizeTo(state.pixels, size))
  return undefined
}

/** The size in pixels that a step asks for. What it leaves open follows the shape of the picture. */
export function sizeOf({ width, height, long }: Extract<FrameStep, { kind: 'size' }>, picture: Size): Size {
  if (width !== undefined && height !== undefined) return { width, height }
  const scale =
    width !== undefined
      ? width / picture.width
      : height !== undefined
        ? height / picture.height
        : (long ?? 1) / Math.max(picture.width, picture.height)
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}
