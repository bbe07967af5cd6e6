import type { ResourceMethods } from './resource-methods.ts'

/** What can be chosen. Needs no key. */
export const catalogs = ({ get }: ResourceMethods) => ({
  /** Models with their price per image and largest size: `{ models: [...] }`. */
  models: get('/api/models'),

  /** Enhancement presets with what they are for and cost: `{ presets: [...] }`. */
  presets: get('/api/presets'),

  /** Every preset of every operation, with the parameters it fills in: `{ version, presets }`. */
  presetsV3: get('/api/presets/v3'),

  /** Styles that operations take as `style`: `{ styles: [...] }`. */
  styles: get('/api/styles'),

  /** Food photography styles: `{ food_styles: [...] }`. */
  foodStyles: get('/api/food-styles'),

  /** Resolutions with their long side in pixels and price: `{ resolutions: [...] }`. */
  resolutions: get('/api/resolutions'),

  /** Layers of a picture that edits can be limited to: `{ layers: [...] }`. */
  smartLayers: get('/api/mobile/smart-layers'),

  /** Platforms that photos are exported for, with their rules, sources and conflicts: `{ platforms: [...] }`. */
  platforms: get('/api/platforms'),
})
