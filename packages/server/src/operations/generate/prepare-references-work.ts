import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { OutputImage, Work } from '../define-work.ts'
import type { Part } from '../instructions/edit-step.ts'
import { writePicture } from '../picture/write-picture.ts'
import { createPictureState } from '../steps/picture-state.ts'
import { maskOf } from '../steps/through-layer.ts'
import { openReferences } from './open-references.ts'

export interface PrepareReferencesParams {
  /** The name of each reference in errors. */
  readonly names: readonly string[]
  /** How many steps the whole work has. */
  readonly steps: number
  /** The part of each picture that will change. One that cannot be found is refused before anything is ordered. */
  readonly part?: Part & { readonly subject?: SubjectHint | undefined }
}

/** Providers look at no more, and it keeps requests small. */
const LONGEST_SIDE = 2_048

/**
 * Rewrites pictures for a provider, as many as have names: upright, in sRGB, no larger than it looks at, and without metadata, so that no location and
 * no name leaves the server.
 *
 * @throws ServiceError naming the picture that cannot be used, also because it does not have the part that will change
 */
export const prepareReferencesWork: Work<PrepareReferencesParams> = async (references, params, context) => {
  const { names, steps, part } = params
  const outputs: OutputImage[] = []
  const nameOf = (index: number) => names[index] ?? `picture ${index + 1}`
  await openReferences(references.slice(0, names.length), context, { nameOf, steps }, async (pixels, index) => {
    if (part) await maskOf(createPictureState(pixels, part.subject, context), part, 'none')
    outputs.push(await preparedPicture(pixels, String(index)))
  })
  return { outputs, engine: 'local', faithfulness: 'faithful', warnings: [], recipe: {} }
}

/** A picture, or a part of it, as providers get it. */
export function preparedPicture(pixels: Pixels, name: string, part?: Box): Promise<OutputImage> {
  const { width, height } = part ?? pixels
  const by = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
  const crop = part && { crop: part }
  return writePicture(pixels, { format: 'jpeg', credits: {}, faithfulness: 'faithful', size, ...crop }, {}, name)
}
