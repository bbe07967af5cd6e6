import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { WorkContext } from '../define-work.ts'
import { imageInput } from '../picture/image-input.ts'

/**
 * Decodes reference pictures one after the other, so that a damaged one is refused before anything is made.
 *
 * @param use gets each one; only one is in memory
 * @param options.nameOf the name of a reference in errors
 * @param options.steps how many steps of work there are with those after the references
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, naming the reference
 */
export async function openReferences(
  references: readonly Uint8Array[],
  { limits, report }: Pick<WorkContext, 'limits' | 'report'>,
  { nameOf, steps }: { readonly nameOf: (index: number) => string; readonly steps: number },
  use: (pixels: Pixels, index: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const [index, reference] of references.entries()) {
    const status = `Checking reference ${index + 1} of ${references.length}`
    report?.({ current: index, total: steps, status })
    try {
      await use(await imageInput.decode(reference, limits), index)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ServiceError(error.code, `${nameOf(index)}: ${error.message}`, error.fields)
    }
  }
}
