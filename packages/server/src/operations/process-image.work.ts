import { madePicture } from './made-picture.ts'
import { openPicture } from './open-picture.ts'
import { type ProcessImageParams, processImage } from './process-image.ts'
import { STEPS } from './steps.ts'
import type { Outcome, Warning, Work } from './work.ts'

/**
 * Takes one file through its steps: decoded once, changed in the order given, written once.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const processImageWork: Work<ProcessImageParams> = async ([photo], params, context) => {
  const { format, steps } = params
  const open = await openPicture(photo, context.limits, (source) => processImage.admit?.(params, [source]))
  let { pixels } = open
  const engines = new Set<string>()
  const warnings: Warning[] = []
  const recipe: Record<string, unknown> = {}
  let faithfulness: Outcome['faithfulness'] = 'faithful'
  // Steps of a step would be told as if they were all of it.
  const { report, ...quietly } = context
  for (const [index, step] of steps.entries()) {
    report?.({ current: index, total: steps.length, status: `Step ${index + 1} of ${steps.length}: ${step}` })
    const done = await STEPS[step](pixels, params, quietly)
    pixels = done.pixels
    engines.add(done.engine)
    warnings.push(...done.warnings)
    recipe[step] = done.recipe
    if (done.faithfulness !== 'faithful') faithfulness = done.faithfulness
  }
  return {
    images: [await madePicture(pixels, { format, credits: open.credits, faithfulness })],
    engine: [...engines].join(', '),
    faithfulness,
    warnings,
    recipe: { steps, ...recipe },
  }
}
