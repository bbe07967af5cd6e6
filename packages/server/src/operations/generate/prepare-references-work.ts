import type { OutputImage, Work } from '../define-work.ts'
import { writePicture } from '../picture/write-picture.ts'
import { openReferences } from './open-references.ts'

export interface PrepareReferencesParams {
  /** The name of each reference in errors. */
  readonly names: readonly string[]
  /** How many steps the whole work has. */
  readonly steps: number
}

/** Providers look at no more, and it keeps requests small. */
const LONGEST_SIDE = 2_048

/**
 * Rewrites pictures for a provider: upright, in sRGB, no larger than it looks at, and without metadata, so that no location and
 * no name leaves the server.
 *
 * @throws ServiceError naming the picture that cannot be used
 */
export const prepareReferencesWork: Work<PrepareReferencesParams> = async (references, { names, steps }, context) => {
  const outputs: OutputImage[] = []
  const nameOf = (index: number) => names[index] ?? `picture ${index + 1}`
  await openReferences(references, context, { nameOf, steps }, async (pixels, index) => {
    const by = Math.min(1, LONGEST_SIDE / Math.max(pixels.width, pixels.height))
    const size = {
      width: Math.max(1, Math.round(pixels.width * by)),
      height: Math.max(1, Math.round(pixels.height * by)),
    }
    const written = { format: 'jpeg', credits: {}, faithfulness: 'faithful', size } as const
    outputs.push(await writePicture(pixels, written, {}, String(index)))
  })
  return { outputs, engine: 'local', faithfulness: 'faithful', warnings: [], recipe: {} }
}
