import type { ReelMotion } from '@platelight/drawing/reel/camera-path.ts'
import type { AssetCopy } from '@platelight/typesetting/asset-request.ts'
import { MINUTE_SECONDS } from '../../base/durations.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Body, Schemas } from '../../contract/index.ts'
import type { AssetParams } from '../assets/asset-operation.ts'
import { logoOf, printed } from '../assets/asset-operation.ts'
import type { BodyContext, Operation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'
import type { MadeBy, ProviderBrief } from '../synthesis/provider-brief.ts'
import { type MotionWish, readMotion } from './motion-words.ts'

export type ReelAspect = Schemas['ReelForm']['aspect']

export interface ReelParams
  extends Pick<MotionWish, 'strength' | 'towards'>,
    Pick<AssetParams, 'colors' | 'manner' | 'logo_url'> {
  readonly image_url: string
  readonly motion: ReelMotion
  readonly seconds: number
  readonly aspect: ReelAspect
  /** What a provider is told of the movement in addition. Undefined for a film that is drawn here. */
  readonly wish?: string
  /** Only the first frame is made, for a provider. */
  readonly isFirstFrame?: boolean
  /** Present when a provider has made the film. */
  readonly made?: MadeBy
  /** What lies over the film. Undefined for a film without words. */
  readonly words?: Pick<AssetCopy, 'business_name' | 'headline' | 'offer'>
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
  sources: ({ image_url, logo_url }) => [image_url, ...(logo_url === undefined ? [] : [logo_url])],
  sourceName: (_, index) => (index === 0 ? 'image' : 'logo_image'),
  ownBytes: () => OWN_BYTES,
  brief: filmBrief,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfFirst({ fixed: 2 + 3 * params.seconds, perMegapixel: 0.2, cutout: 6 })(params, sizes, machine),
  reply: reelReply,
}

function readForm(
  { motion, motion_details, duration, aspect, ...form }: Body<'mobileJobs.reels'>,
  { photos, warn, ignore, engines }: BodyContext,
): ReelParams {
  const { strength, towards, unread } = readMotion(motion_details)
  const isProvided = engines.filmProviders.length > 0
  const words = {
    business_name: printed(form.business_name),
    headline: printed(form.headline),
    offer: printed(form.offer),
  }
  if (!isProvided && unread.length > 0) warn(notUnderstood(unread))
  if (!isProvided && unread.length > 0 && strength === 1 && towards.length === 0) ignore('motion_details')
  return {
    image_url: photos.find(({ field }) => field === 'image')?.url ?? '',
    ...logoOf(photos),
    ...(isProvided && { wish: motion_details }),
    ...(Object.values(words).some((text) => text !== '') && { words }),
    colors: [],
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

/** How each camera movement is described to a provider. */
const MOVES: Readonly<Record<ReelParams['motion'], string>> = {
  push_in: 'The camera moves slowly towards the dish.',
  pull_out: 'The camera moves slowly away from the dish and shows more of the table.',
  pan_left: 'The camera moves slowly to the left, level with the table.',
  pan_right: 'The camera moves slowly to the right, level with the table.',
  tilt_up: 'The camera tilts slowly up from the plate.',
  tilt_down: 'The camera tilts slowly down to the plate.',
  orbit: 'The camera moves slowly a little way around the dish.',
}

const KEPT =
  'The food, its portion and the plate stay exactly as they are, whole and in view. Only the camera moves, with at most a little steam. One take without cuts, people or text, like a film of a food photographer.'

/** A provider says nothing while it makes a film, which takes minutes. */
const PATIENCE_SECONDS = 15 * MINUTE_SECONDS

/** What a provider does for a reel; undefined for one that is drawn here. */
function filmBrief(params: ReelParams): ProviderBrief | undefined {
  const { wish, motion, aspect, seconds } = params
  if (wish === undefined) return undefined
  const prompt = [MOVES[motion], wish.trim(), KEPT].filter((one) => one !== '').join(' ')
  return {
    capability: 'motion',
    patienceSeconds: PATIENCE_SECONDS,
    steps: 3,
    prepare: { operation: 'reel', params: { ...params, isFirstFrame: true } },
    requests: () => [{ prompt, references: [0], size: REEL_SIZES[aspect], aspect, film: { seconds } }],
    keepsInputs: true,
    finish: (made) => ({ operation: 'reel', params: { ...params, made } }),
  }
}
