import type { Routes } from '../../contract/index.ts'
import { CREDITS } from '../../operations/prices.ts'
import { PRESET_CATALOGUE } from './presets.ts'

export const catalogRoutes = (): Pick<Routes<'catalogs'>, 'models' | 'presets'> => ({
  models: async () => ({
    models: MODELS.map((model) => ({
      ...model,
      supports: [...model.supports],
      credits_per_image: CREDITS.model[model.id],
    })),
  }),

  presets: async () => ({ presets: PRESET_CATALOGUE }),
})

/** The models of the specification, which fixes ids, prices and sizes; what each supports is ours to say. */
const MODELS = [
  { id: 'flux-2-pro', name: 'FLUX.2 Pro', max_resolution: '1024x1024', supports: ['generation', 'enhancement'] },
  { id: 'seeddream', name: 'Seedream', max_resolution: '2048x2048', supports: ['generation', 'enhancement'] },
  { id: 'flux-2-max', name: 'FLUX.2 Max', max_resolution: '2048x2048', supports: ['generation', 'enhancement'] },
] as const
