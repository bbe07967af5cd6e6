import { PLANS, type Plan } from '../../base/account-plan.ts'
import { part } from '../../base/compose.ts'
import type { Catalogue, PlanTerms } from '../../base/plans/plan-catalogue.ts'
import type { Routes, Schemas } from '../../contract/index.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { CREDITS } from '../../operations/prices.ts'
import { LAYERS } from '../../operations/tables/layer-table.ts'
import { PICTURE_MODELS } from '../../operations/tables/picture-models.ts'
import { PRESET_CATALOGUE } from '../../operations/tables/preset-catalogue.ts'
import { RESOLUTIONS } from '../../operations/tables/resolutions.ts'
import { GENERATE_STYLES, STYLES, type Style } from '../../operations/tables/style-table.ts'
import { PRESET_LIBRARY } from './preset-library.ts'

/** What requests may name: models, presets, styles, layers, platforms. */
export const catalogsNoun = part(({ platforms, catalogue }: { platforms: Platforms; catalogue: Catalogue }) => {
  const catalogs: Routes<'catalogs'> = {
    models: async () => ({
      models: PICTURE_MODELS.map(({ id, name, maxSide }) => ({
        id,
        name,
        max_resolution: `${maxSide}x${maxSide}`,
        supports: ['generation', 'enhancement'],
        credits_per_image: CREDITS.model[id],
      })),
    }),

    presets: async () => ({ presets: PRESET_CATALOGUE }),

    presetsV3: async () => ({ version: 3, presets: PRESET_LIBRARY }),

    styles: async () => ({ styles: STYLE_CATALOGUE }),

    foodStyles: async () => ({ food_styles: FOOD_STYLE_CATALOGUE }),

    resolutions: async () => ({ resolutions: RESOLUTIONS }),

    smartLayers: async () => ({ layers: LAYERS }),

    plans: async () => ({ plans: PLANS.map((name) => planOf(name, catalogue.plans[name])) }),

    platforms: async () => ({ platforms: [...platforms.list] }),
  }
  return { routes: { catalogs } }
})

const planOf = (name: Plan, { priceUsd, monthlyCredits, monthlyPhotos, api, v1 }: PlanTerms): Schemas['PlanTerms'] => ({
  name,
  price_usd: priceUsd,
  monthly_credits: monthlyCredits,
  monthly_photos: monthlyPhotos,
  api: api && { per_minute: api.perMinute, per_day: api.perDay },
  v1: v1 && { per_minute: v1.perMinute, burst: v1.burst },
})

/** Newer operations with a `style` take every style. */
const operationsWith = ({ id }: Style): string[] => [
  ...(GENERATE_STYLES.has(id) ? ['generate'] : []),
  'generate-v2',
  'enhance',
  'demo-enhance',
]

/** Every style, with the operations that accept it. */
const STYLE_CATALOGUE: Schemas['Style'][] = STYLES.map((style) => ({
  id: style.id,
  name: style.name,
  description: style.description,
  operations: operationsWith(style),
}))

/** The styles that are a way of photographing food, described by how such a photo is taken. */
const FOOD_STYLE_CATALOGUE: Schemas['Style'][] = STYLES.flatMap((style) =>
  style.photography === undefined
    ? []
    : [{ id: style.id, name: style.name, description: style.photography, operations: operationsWith(style) }],
)
