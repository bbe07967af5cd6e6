import { paintPreview } from '@platelight/drawing/preview/paint-preview.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { OutputImage, Work } from '../define-work.ts'
import { writePicture } from '../picture/write-picture.ts'
import { GENERATING } from './generate-declaration.ts'
import { drawnSize, type GenerateDetails, type GenerateParams, sizeOf } from './generate-params.ts'
import { openReferences } from './open-references.ts'
import { previewPrompt } from './preview-prompt.ts'

const DRAWN: Warning = {
  code: 'preview',
  message:
    'This is a drawn placeholder, marked PREVIEW, because this server uses no image model. It is free, and it is not a photo.',
}

const WITHOUT_REFERENCES: Warning = {
  code: 'references_unused',
  message: 'The preview engine cannot follow reference_images. They were checked, and the prompt alone was drawn.',
}

const WITHOUT_SEARCH: Warning = {
  code: 'web_search_unused',
  message: 'The preview engine cannot search the web, so enable_web_search had no effect.',
}

/**
 * Draws marked placeholders for pictures that no engine of this server can make. The same parameters always give the same
 * bytes.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, naming the reference
 */
export const previewWork: Work<GenerateParams, GenerateDetails> = async (references, params, context) => {
  const { count, only, reference_images, enable_web_search } = params
  const nameOf = (index: number) => GENERATING.sourceName(params, index)
  // Each picture is drawn and then written.
  const checked = reference_images?.length ?? 0
  const total = checked + 2 * count
  await openReferences(references, context, { nameOf, steps: total })
  const prompt = previewPrompt(params)
  const outputs: OutputImage[] = []
  const scenes: unknown[] = []
  const size = sizeOf(params)
  const drawn = drawnSize(size)
  for (const seed of only === undefined ? Array(count).keys() : [only]) {
    const status = `Drawing picture ${seed + 1} of ${count}`
    const current = checked + 2 * seed
    context.report?.({ current, total, status })
    const { pixels, width, height, scene } = await paintPreview({ prompt, seed, ...drawn })
    context.report?.({ current: current + 1, total, status: `Writing picture ${seed + 1} of ${count}` })
    const written = { format: 'jpeg', credits: {}, faithfulness: 'preview', size } as const
    outputs.push(await writePicture({ data: pixels, width, height, channels: 4 }, written, {}, String(seed)))
    scenes.push(scene)
  }
  return {
    outputs,
    engine: 'preview',
    faithfulness: 'preview',
    warnings: [
      DRAWN,
      ...(reference_images ? [WITHOUT_REFERENCES] : []),
      ...(enable_web_search ? [WITHOUT_SEARCH] : []),
    ],
    recipe: { scenes },
    details: { model: 'preview' },
  }
}
