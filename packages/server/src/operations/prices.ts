/** The only price numbers: catalogues, estimates, holds and the docs all read these (specification, Limits). */
export const CREDITS = {
  model: { 'flux-2-pro': 1, seeddream: 1, 'flux-2-max': 2 },
  enhance: 1,
  removeBackground: 1,
  enhanceColors: 1,
  aiEnhance: 1,
  smartEdit: 1,
  /** One picture of a menu that is matched. */
  match: 1,
  /** By how many times larger. */
  upscale: { 2: 1, 4: 2 },
  relight: 1,
  fixBlur: 1,
  inpaint: 2,
  smartLayers: 1,
  heroShot: 2,
  platformOptimize: 1,
  exportPlatform: 1,
  /** One picture of generate-v2. */
  resolution: { '1K': 1, '2K': 2, '4K': 4 },
  asset: { '1K': 2, '2K': 2, '4K': 4 },
  reel: 5,
  /** One output: locally for every four pictures, from a provider before the factor of the resolution. */
  compose: { local: 1, provider: 2 },
  /** The detail model behind the upscale flag of /api/enhance, when the operator chose it; /v1 includes it. */
  enhanceDetailUpscale: 1,
} as const
