import { ServiceError } from './service-error.ts'

/** What engines can do. Each operation needs one of them. */
export const CAPABILITIES = ['pixels', 'cutout', 'upscale', 'synthesis', 'motion', 'copy'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Services that make pictures from words, by the names of their settings. Adapters stand in `engines/synthesis/`. */
export const IMAGE_PROVIDERS = [
  'bfl',
  'fal',
  'replicate',
  'openai',
  'openai-compatible',
  'google',
  'bytedance',
] as const
export type ImageProvider = (typeof IMAGE_PROVIDERS)[number]

/** Services that make films of a photo. */
export const FILM_PROVIDERS = ['fal', 'replicate'] as const satisfies readonly ImageProvider[]
export type FilmProvider = (typeof FILM_PROVIDERS)[number]

/** Services that cut the subject out of a photo. */
export const CUTOUT_PROVIDERS = ['fal', 'replicate', 'photoroom', 'removebg'] as const
export type CutoutProvider = (typeof CUTOUT_PROVIDERS)[number]

/** Every service that work can be ordered from. */
export const PROVIDERS = [...new Set([...IMAGE_PROVIDERS, ...CUTOUT_PROVIDERS])]
export type Provider = ImageProvider | CutoutProvider

/** The engines of each capability, the default first. `local` works in the threads of the server, `off` is none. */
export const ENGINE_CHOICES = {
  pixels: ['local'],
  /** `local` finds the subject with networks or colours. Providers, in order, are asked before it. */
  cutout: ['local', ...CUTOUT_PROVIDERS],
  upscale: ['local'],
  /**
   * `preview` draws marked placeholders. In production the default is `off`, so that they are never taken for photos. Several
   * providers, in order, are tried one after the other.
   */
  synthesis: ['preview', ...IMAGE_PROVIDERS, 'off'],
  /** `local` draws frames, which ffmpeg makes a film of. Providers, in order, make films of a photo. */
  motion: ['local', ...FILM_PROVIDERS, 'off'],
  /** `local` writes from sentences of each language. `openai-compatible` asks a language model. */
  copy: ['local', 'openai-compatible', 'off'],
} as const satisfies Readonly<Record<Capability, readonly string[]>>

/** The engine chosen for each capability. */
export type Engines = { readonly [Name in Capability]: (typeof ENGINE_CHOICES)[Name][number] } & {
  /** The providers of pictures in the order in which they are tried; none with `preview` and `off`. */
  readonly providers: readonly ImageProvider[]
  /** The providers of films in the order in which they are tried; none with `local` and `off`. */
  readonly filmProviders: readonly FilmProvider[]
  /** The providers of cut-outs in the order in which they are tried, and perhaps `local` as the last; none with `local` alone. */
  readonly cutoutChain: readonly (CutoutProvider | 'local')[]
}

/** An engine that makes pictures from words. */
export type SynthesisEngine = Exclude<Engines['synthesis'], 'off'>

/** The engines of a capability as the operator named them; undefined when it has none. @example 'bfl, fal' */
export function chosenEngine(engines: Engines, capability: Capability): string | undefined {
  if (engines[capability] === 'off') return undefined
  const { providers: synthesis, filmProviders: motion, cutoutChain: cutout } = engines
  const chain = { synthesis, motion, cutout }[capability as string] ?? []
  return chain.length > 0 ? chain.join(', ') : engines[capability]
}

/** The setting that chooses the engine of a capability. */
export const engineSetting = (capability: Capability): string => `PLATELIGHT_ENGINE_${capability.toUpperCase()}`

/** Refuses work for a provider where there is none: what it asks for cannot be drawn or done exactly. */
export const providerMissing = (): ServiceError => {
  const setting = engineSetting('synthesis')
  return new ServiceError(
    'engine_unavailable',
    `This needs a picture generator, and this server has none (${setting}). Nothing was charged.`,
    { capability: 'synthesis', setting },
  )
}

/** Refuses work for which no engine is chosen. */
export const engineOff = (capability: Capability): ServiceError => {
  const setting = engineSetting(capability)
  return new ServiceError(
    'engine_unavailable',
    `This server has no engine for this (it needs \`${capability}\`, and ${setting} is off). Nothing was done or charged. Its operator can choose one with ${setting}: ${ENGINE_CHOICES[capability].filter((name) => name !== 'off').join(', ') || 'this version has none yet'}.`,
    { capability, setting },
  )
}
