import type { ReelMotion } from '@platelight/drawing/reel/camera-path.ts'
import { MINUTE_SECONDS } from '../../base/durations.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Body, Schemas } from '../../contract/index.ts'
import type { BodyContext, Operation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'
import { type MotionWish, readMotion } from './motion-words.ts'

export type ReelAspect = Schemas['ReelForm']['aspect']

export interface ReelParams extends Pick<MotionWish, 'strength' | 'towards'> {
  readonly image_url: string
  readonly motion: ReelMotion
  readonly seconds: number
  readonly aspect: ReelAspect
}

/** Even sizes, which every player and every network takes. */
export const REEL_SIZES: Readonly<Record<ReelAspect, Size>> = {
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '16:9': { width: 1920, height: 1080 },
}

/** What the reply says of the film itself. */
export type ReelDetails = Pick<Schemas['ReelResult'], 'duration_seconds' | 'motion'>

/** Bytes of the frames, the stage and its layers, and those of the program beside. */
const OWN_BYTES = 260e6

/** A short film of one photo. */
export const reel: Operation<'reel', ReelParams, ReelDetails> = {
  name: 'reel',
  capability: 'motion',
  engine: 'local',
  network: 'cutout',
  photoEvents: false,
  // Only jobs perform it, so the document has no deadline. It is the time without a new frame.
  deadlineSeconds: MINUTE_SECONDS,
  bodies: { 'mobile.reels': readForm, 'mobileJobs.reels': readForm },
  credits: () => CREDITS.reel,
  sources: ({ image_url }) => [image_url],
  ownBytes: () => OWN_BYTES,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfFirst({ fixed: 2 + 3 * params.seconds, perMegapixel: 0.2, cutout: 6 })(params, sizes, machine),
  reply: reelReply,
}

function readForm(
  { motion, motion_details: words, duration, aspect }: Body<'mobileJobs.reels'>,
  { photos: [photo], warn, ignore }: BodyContext,
): ReelParams {
  const { strength, towards, unread } = readMotion(words)
  if (unread.length > 0) warn(notUnderstood(unread))
  if (unread.length > 0 && strength === 1 && towards.length === 0) ignore('motion_details')
  return {
    image_url: photo?.url ?? '',
    motion: motion as ReelMotion,
    seconds: Number(duration),
    aspect,
    strength,
    towards: [...new Set(towards)],
  }
}

const notUnderstood = (words: readonly string[]): Warning => ({
  code: 'words_not_understood',
  message: `These words of motion_details were not understood and have no effect: ${words.join('; ').slice(0, 400)}`,
})

/** The film and its first frame. */
function reelReply(run: FinishedRun<ReelParams, ReelDetails>): Schemas['ReelResult'] {
  const { film, poster } = filmOf(run.outputs)
  if (!film || !poster) throw new Error(`run ${run.id} has no film`)
  const { url: video_url, width, height } = film
  return { ...commonReply(run), ...run.details, video_url, poster_url: poster.url, width, height }
}

/** The outputs of a reel by what they are. */
export const filmOf = <Output extends { readonly name: string }>(outputs: readonly Output[]) => ({
  film: outputs.find(({ name }) => name === 'film'),
  poster: outputs.find(({ name }) => name === 'poster'),
})
