import type { RunOperation } from './define-operation.ts'

/**
 * A run of several steps costs the sum of its steps, as a batch costs the sum of its items. Generated pictures cost the
 * price of their model or of their resolution.
 */
type PricedOperation = Exclude<RunOperation, 'process-image' | 'generate' | 'generate-v2'>

/** In credits. An operation whose price depends on something has several. */
type Price = number | Readonly<Record<string | number, number>>

/** The only price numbers: catalogues, estimates, holds and the documentation all read these. */
export const CREDITS = {
  enhance: 1,
  'demo-enhance': 0,
  'remove-background': 1,
  'enhance-colors': 1,
  'ai-enhance': 1,
  'smart-edit': 1,
  /** For each photo of a menu that is matched. */
  match: 1,
  /** By the factor of the enlargement. */
  upscale: { 2: 1, 4: 2 },
  relight: 1,
  'fix-blur': 1,
  inpaint: 2,
  'smart-layers': 1,
  /** By exact steps, for each output. */
  edit: 1,
  'chat-edit': 1,
  'layer-edit': 1,
  'hero-shot': 2,
  'platform-optimize': 1,
  'export-platform': 1,
  enrich: 0,
  'caption-copy': 0,

  model: { 'flux-2-pro': 1, seeddream: 1, 'flux-2-max': 2 },
  /** For each picture of generate-v2. */
  resolution: { '1K': 1, '2K': 2, '4K': 4 },
  asset: { '1K': 2, '2K': 2, '4K': 4 },
  reel: 5,
  /** For every four pictures and each output. */
  compose: 1,
  /**
   * What a provider makes of pictures, for each result: an edit, an area or a composition with something that the pictures do
   * not show. It takes the place of the price of exact steps, and is multiplied by that of the resolution.
   */
  invention: 2,
  /** The detail model behind the upscale flag of /api/enhance, if the operator chose it. /v1 includes it. */
  enhanceDetailUpscale: 1,
} as const satisfies Readonly<Record<PricedOperation, Price>> & Readonly<Record<string, Price>>
