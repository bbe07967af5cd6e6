import type { ImageProvider } from '../../base/engine-capability.ts'
import type { Schemas } from '../../contract/index.ts'

export type ModelId = NonNullable<Schemas['GenerateRequest']['model']>

/** Which sizes a model makes: any within limits, one of a list, or a shape alone. */
export type SizeRule =
  | {
      readonly kind: 'free'
      /** Both sides are multiples of it. */
      readonly multiple: number
      readonly maxSide: number
      readonly minPixels?: number
      readonly maxPixels: number
    }
  | { readonly kind: 'listed'; readonly sizes: readonly (readonly [number, number])[] }
  | { readonly kind: 'shape'; readonly longSides: readonly number[] }

/** A model of a provider. */
export interface ProviderModel {
  /** Its id there. */
  readonly id: string
  /** Its id for pictures that follow references, where that is another one. */
  readonly withReferences?: string
  readonly maxReferences: number
  readonly sizes: SizeRule
  /** Whether it can look things up on the web. */
  readonly searches?: boolean
}

interface Offer {
  /** The models of the contract that the provider has. */
  readonly models: Readonly<Partial<Record<ModelId, ProviderModel>>>
  /** What it uses instead of a model that it does not have, and the properties of a model that the operator names. */
  readonly own: ProviderModel
}

const FOUR_MEGAPIXELS = 2_048 ** 2
const FLUX = { maxReferences: 8, sizes: free(16, 2_048) } as const
const FLUX_32 = { maxReferences: 8, sizes: free(32, 2_048) } as const
const SEEDREAM = {
  maxReferences: 10,
  sizes: { kind: 'free', multiple: 16, maxSide: 4_096, minPixels: 3_686_400, maxPixels: 4_096 ** 2 },
} as const
const FAL_SEEDREAM = {
  ...SEEDREAM,
  id: 'fal-ai/bytedance/seedream/v4.5/text-to-image',
  withReferences: 'fal-ai/bytedance/seedream/v4.5/edit',
} as const
const GEMINI = {
  id: 'gemini-3-pro-image-preview',
  maxReferences: 14,
  searches: true,
  sizes: { kind: 'shape', longSides: [1_024, 2_048, 4_096] },
} as const

/** The models of the contract at each provider. This is the only place where ids of providers stand. */
export const PROVIDER_MODELS: Readonly<Record<ImageProvider, Offer>> = {
  bfl: {
    models: { 'flux-2-pro': { id: 'flux-2-pro', ...FLUX }, 'flux-2-max': { id: 'flux-2-max', ...FLUX } },
    own: { id: 'flux-2-pro', ...FLUX },
  },
  fal: {
    models: {
      'flux-2-pro': { id: 'fal-ai/flux-2-pro', withReferences: 'fal-ai/flux-2-pro/edit', ...FLUX },
      'flux-2-max': { id: 'fal-ai/flux-2-max', withReferences: 'fal-ai/flux-2-max/edit', ...FLUX },
      seeddream: FAL_SEEDREAM,
    },
    own: { id: 'fal-ai/flux-2-pro', withReferences: 'fal-ai/flux-2-pro/edit', ...FLUX },
  },
  replicate: {
    models: {
      'flux-2-pro': { id: 'black-forest-labs/flux-2-pro', ...FLUX_32 },
      'flux-2-max': { id: 'black-forest-labs/flux-2-max', ...FLUX_32 },
      seeddream: { id: 'bytedance/seedream-4.5', ...SEEDREAM },
    },
    own: { id: 'black-forest-labs/flux-2-pro', ...FLUX_32 },
  },
  openai: {
    models: {},
    own: {
      id: 'gpt-image-1',
      maxReferences: 14,
      sizes: {
        kind: 'listed',
        sizes: [
          [1_024, 1_024],
          [1_536, 1_024],
          [1_024, 1_536],
        ],
      },
    },
  },
  'openai-compatible': { models: {}, own: { id: '', maxReferences: 14, sizes: free(8, 2_048) } },
  google: { models: {}, own: GEMINI },
  bytedance: {
    models: { seeddream: { id: 'seedream-4-5-251128', ...SEEDREAM } },
    own: { id: 'seedream-4-5-251128', ...SEEDREAM },
  },
}

function free(multiple: number, maxSide: number): SizeRule {
  return { kind: 'free', multiple, maxSide, maxPixels: FOUR_MEGAPIXELS }
}

/** The model that a provider makes a picture with, and whether it is the one that was asked for. */
export interface ChosenModel extends ProviderModel {
  /** Its name in replies: that of the contract if the provider has that very model. */
  readonly name: string
  readonly isAsked: boolean
}

/**
 * @param asked the model of the contract; undefined for the provider's choice
 * @param named the model that the operator named for everything
 * @example chooseModel('openai', 'flux-2-pro', undefined) // gpt-image-1, not the one asked for
 */
export function chooseModel(
  provider: ImageProvider,
  asked: ModelId | undefined,
  named: string | undefined,
): ChosenModel {
  const { models, own } = PROVIDER_MODELS[provider]
  if (named !== undefined) {
    const known = Object.values(models).find(({ id }) => id === named) ?? own
    // Another endpoint for references is known only for models of the table.
    const { withReferences, ...rest } = known
    return {
      ...rest,
      ...(known.id === named && withReferences && { withReferences }),
      id: named,
      name: named,
      isAsked: asked === undefined || models[asked]?.id === named,
    }
  }
  const found = asked && models[asked]
  if (found) return { ...found, name: asked, isAsked: true }
  const name = Object.entries(models).find(([, { id }]) => id === own.id)?.[0]
  return { ...own, name: name ?? own.id, isAsked: asked === undefined }
}
