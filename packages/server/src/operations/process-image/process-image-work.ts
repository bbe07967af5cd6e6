import type { Warning } from '../../base/warning-codes.ts'
import type { Faithfulness, ProgressReport, Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { type ProcessImageParams, processImage } from './process-image-operation.ts'
import { STEPS } from './process-steps.ts'

/**
 * Takes one file through its steps. It is decoded once, changed in the given order and encoded once.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const processImageWork: Work<ProcessImageParams> = async ([photo], params, context) => {
  const { format, steps } = params
  const open = await openPicture(photo, { limits: context.limits }, (source) => processImage.admit?.(params, [source]))
  let { pixels } = open
  const engines = new Set<string>()
  const warnings: Warning[] = []
  const recipe: Record<string, unknown> = {}
  let faithfulness: Faithfulness = 'faithful'
  const { report, ...quietly } = context
  for (const [index, step] of steps.entries()) {
    const status = `Step ${index + 1} of ${steps.length}: ${step}`
    report?.({ current: index, total: steps.length, status })
    // The progress within a step counts as a part of that step.
    const within = ({ current, total }: ProgressReport) =>
      report?.({ current: index + (total > 0 ? current / total : 0), total: steps.length, status })
    const done = await STEPS[step](pixels, params, { ...quietly, report: within })
    pixels = done.pixels
    engines.add(done.engine)
    warnings.push(...done.warnings)
    recipe[step] = done.recipe
    if (done.faithfulness !== 'faithful') faithfulness = done.faithfulness
  }
  return {
    outputs: [await writePicture(pixels, { format, credits: open.credits, faithfulness }, {})],
    engine: [...engines].join(', '),
    faithfulness,
    warnings,
    recipe: { steps, ...recipe },
  }
}
