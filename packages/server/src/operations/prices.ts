/** The only price numbers: catalogues, estimates, holds and the docs all read these (specification, Limits). */
export const CREDITS = {
  model: { 'flux-2-pro': 1, seeddream: 1, 'flux-2-max': 2 },
  enhance: 1,
  removeBackground: 1,
  /** The detail model behind the upscale flag of /api/enhance, when the operator chose it; /v1 includes it. */
  enhanceDetailUpscale: 1,
} as const
