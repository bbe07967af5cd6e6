import type { PhotoEnhanceRequest, ProcessRequest } from '../generated/schema.d.ts'

/**
 * What to make of each photo of a folder: crops and files for platforms, or a batch of steps. Every field but `title`,
 * `platforms` and `names` is that of POST /v1/photos/enhance or of POST /api/process.
 */
export interface Recipe
  extends Readonly<Partial<Pick<PhotoEnhanceRequest, 'preset' | 'formats' | 'removeBackground' | 'upscale'>>>,
    Readonly<Partial<Pick<ProcessRequest, 'steps' | 'scale' | 'format'>>> {
  /** What the recipe is for. */
  readonly title?: string
  /** Slots of platforms, such as `ubereats.item`. Without `formats` nothing else is made. */
  readonly platforms?: readonly string[]
  /** A template of `recipeName`. */
  readonly names?: string
}
