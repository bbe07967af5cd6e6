import { ServiceError } from './service-error.ts'

/** What engines can do. Each operation needs one of them. */
export const CAPABILITIES = ['pixels', 'cutout', 'upscale', 'synthesis', 'motion', 'copy'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The engines of each capability, the default first. `local` works in the threads of the server, `off` is none. */
export const ENGINE_CHOICES = {
  pixels: ['local'],
  cutout: ['local'],
  upscale: ['local'],
  /** `preview` draws marked placeholders. In production the default is `off`, so that they are never taken for photos. */
  synthesis: ['preview', 'off'],
  motion: ['off'],
  /** `local` writes from sentences of each language. `openai-compatible` asks a language model. */
  copy: ['local', 'openai-compatible', 'off'],
} as const satisfies Readonly<Record<Capability, readonly string[]>>

/** The engine chosen for each capability. */
export type Engines = { readonly [Name in Capability]: (typeof ENGINE_CHOICES)[Name][number] }

/** An engine that makes pictures from words. */
export type SynthesisEngine = Exclude<Engines['synthesis'], 'off'>

/** The setting that chooses the engine of a capability. */
export const engineSetting = (capability: Capability): string => `PLATELIGHT_ENGINE_${capability.toUpperCase()}`

/** Refuses work for which no engine is chosen. */
export const engineOff = (capability: Capability): ServiceError => {
  const setting = engineSetting(capability)
  return new ServiceError(
    'engine_unavailable',
    `This server has no engine for this (it needs \`${capability}\`, and ${setting} is off). Nothing was done or charged. Its operator can choose one with ${setting}: ${ENGINE_CHOICES[capability].filter((name) => name !== 'off').join(', ') || 'this version has none yet'}.`,
    { capability, setting },
  )
}
