import { engineOff, type SynthesisEngine } from '../../base/engine-capability.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import type { BodyContext } from '../define-operation.ts'
import type { Size } from '../picture-size.ts'
import { type ModelId, PROVIDER_MODELS } from '../tables/provider-models.ts'

/** Width over height of generated pictures. */
export const GENERATED_ASPECTS = { '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1, '3:4': 3 / 4, '9:16': 9 / 16 } as const

/** What both forms of generating have in common. */
export interface GenerateParams {
  readonly prompt: string
  readonly style?: Schemas['StyleId']
  readonly aspect_ratio: keyof typeof GENERATED_ASPECTS
  /** The number of pictures. */
  readonly count: number
  /** The place of the only picture that a part of the work makes. */
  readonly only?: number
  /** The long side of each picture in pixels. */
  readonly long_side: number
  /** The engine under which the run was priced. A run that was accepted as a free placeholder is never charged. */
  readonly engine: SynthesisEngine
  readonly reference_images?: readonly string[]
  readonly enable_web_search?: boolean
  /** The model that was asked for; undefined for the one that the provider uses. */
  readonly model?: ModelId
}

/** The parameters that only the work and the reply of generated pictures have. */
export interface GenerateDetails {
  /** The model that made the pictures. */
  readonly model: string
}

/**
 * The engine that a request for generated pictures will be made with.
 *
 * @param model the model that was asked for. Another one takes the place of one at the same price, never of a dearer one.
 * @throws ServiceError `bad_request` for a prompt without words and for the dearest model where no provider has it,
 * `engine_unavailable` with the setting when none is chosen
 */
export function synthesisFor(
  prompt: string,
  { engines }: Pick<BodyContext, 'engines'>,
  model?: ModelId,
): SynthesisEngine {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(prompt)) throw withoutWords()
  if (engines.synthesis === 'off') throw engineOff('synthesis')
  if (
    model === DEAREST &&
    engines.providers.length > 0 &&
    !engines.providers.some((name) => DEAREST in PROVIDER_MODELS[name].models)
  ) {
    throw withoutModel(engines.providers)
  }
  return engines.synthesis
}

/** The model that costs twice as much as the others. */
const DEAREST = 'flux-2-max'

const withoutModel = (providers: readonly string[]) =>
  new ServiceError(
    'bad_request',
    `model ${DEAREST} is not offered by the providers of this server (${providers.join(', ')}). Nothing was done or charged. Choose flux-2-pro, or leave model out.`,
    { field: 'model' },
  )

const withoutWords = () =>
  new ServiceError('bad_request', 'prompt has no words. Describe the picture, such as "ramen in a dark bowl".', {
    field: 'prompt',
  })

/** A placeholder is free, so it is drawn no larger, and enlarged to its size. */
const MAX_DRAWN_PIXELS = 1_100_000

/** The size in which a placeholder of a size is drawn. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(MAX_DRAWN_PIXELS / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The size of each picture. @example sizeOf({ aspect_ratio: '4:3', long_side: 1024 }) // 1024 x 768 */
export function sizeOf({ aspect_ratio, long_side }: Pick<GenerateParams, 'aspect_ratio' | 'long_side'>): Size {
  const ratio = GENERATED_ASPECTS[aspect_ratio]
  return ratio >= 1
    ? { width: long_side, height: Math.round(long_side / ratio) }
    : { width: Math.round(long_side * ratio), height: long_side }
}
