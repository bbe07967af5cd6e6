import type { Routes } from '../../contract/index.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { CREDITS } from '../../operations/prices.ts'
import { LAYERS } from '../../operations/tables/layer-table.ts'
import { PRESET_CATALOGUE } from '../../operations/tables/preset-catalogue.ts'
import { RESOLUTIONS } from '../../operations/tables/resolutions.ts'
import { PRESET_LIBRARY } from './preset-library.ts'
import { FOOD_STYLE_CATALOGUE, STYLE_CATALOGUE } from './style-catalogue.ts'

export const catalogRoutes = ({ platforms }: { platforms: Platforms }): Routes<'catalogs'> => ({
  models: async () => ({
    models: MODELS.map((model) => ({
      ...model,
      supports: [...model.supports],
      credits_per_image: CREDITS.model[model.id],
    })),
  }),

  presets: async () => ({ presets: PRESET_CATALOGUE }),

  presetsV3: async () => ({ version: 3, presets: PRESET_LIBRARY }),

  styles: async () => ({ styles: STYLE_CATALOGUE }),

  foodStyles: async () => ({ food_styles: FOOD_STYLE_CATALOGUE }),

  resolutions: async () => ({ resolutions: RESOLUTIONS }),

  smartLayers: async () => ({ layers: LAYERS }),

  platforms: async () => ({ platforms: [...platforms.list] }),
})

/** The models of the contract, which fixes their ids, prices and sizes. What each supports is our choice. */
const MODELS = [
  { id: 'flux-2-pro', name: 'FLUX.2 Pro', max_resolution: '1024x1024', supports: ['generation', 'enhancement'] },
  { id: 'seeddream', name: 'Seedream', max_resolution: '2048x2048', supports: ['generation', 'enhancement'] },
  { id: 'flux-2-max', name: 'FLUX.2 Max', max_resolution: '2048x2048', supports: ['generation', 'enhancement'] },
] as const
