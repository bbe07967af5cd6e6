import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { isAboutFood } from '../copy/about-food.ts'
import { cleanText } from '../copy/clean-text.ts'
import { type CopyParams, copyParams } from '../copy/copy-params.ts'
import type { Brief } from '../copy/write-brief.ts'
import { defineOperation } from '../define-operation.ts'
import { textReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

/** @throws ServiceError `subject_not_found` for words that are about no food */
function readBody(body: Schemas['EnrichRequest']): CopyParams {
  const params = copyParams(body)
  if (isAboutFood(cleanText(params.prompt))) return params
  const message =
    'prompt names nothing to eat or drink, and a brief is for a photo of food. Name the dish, such as "tonkotsu ramen with egg".'
  throw new ServiceError('subject_not_found', message, { field: 'prompt' })
}

export const enrich = defineOperation<'enrich', CopyParams, Brief>({
  name: 'enrich',
  capability: 'copy',
  engine: 'local',
  photoEvents: false,
  bodies: { 'images.enrich': readBody },
  credits: () => CREDITS.enrich,
  sources: () => [],
  expectedSeconds: () => 0.1,
  reply: textReply,
})
