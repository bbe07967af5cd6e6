import type { ResourceMethods } from './resource-methods.ts'

/** Available presets, styles, models and platforms. Requires no key. */
export const catalogs = ({ get }: ResourceMethods) => ({
  /** Models with their price per image and largest size: `{ models: [...] }`. */
  models: get('/api/models'),

  /** Enhancement presets with their uses and prices: `{ presets: [...] }`. */
  presets: get('/api/presets'),

  /** All presets of all operations, with the parameters that they fill in: `{ version, presets }`. */
  presetsV3: get('/api/presets/v3'),

  /** Styles that operations accept as `style`: `{ styles: [...] }`. */
  styles: get('/api/styles'),

  /** Food photography styles: `{ food_styles: [...] }`. */
  foodStyles: get('/api/food-styles'),

  /** Resolutions with their long side in pixels and price: `{ resolutions: [...] }`. */
  resolutions: get('/api/resolutions'),

  /** Layers of a photo to which an edit can be limited: `{ layers: [...] }`. */
  smartLayers: get('/api/mobile/smart-layers'),

  /** Plans with their prices, monthly credits and limits: `{ plans: [...] }`. */
  plans: get('/api/plans'),

  /** Platforms for which photos can be exported, with their rules, sources and conflicts: `{ platforms: [...] }`. */
  platforms: get('/api/platforms'),
})
