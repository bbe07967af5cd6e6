import type { Warning } from '../../base/warning-codes.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Tone } from '../copy/captions/caption-texts.ts'
import { copyParams } from '../copy/copy-params.ts'
import type { Caption } from '../copy/write-caption.ts'
import { type BodyContext, defineOperation } from '../define-operation.ts'
import { textReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

export interface CaptionCopyParams {
  readonly prompt: string
  readonly business_name?: string
  readonly tone: Tone
  readonly locale: string
  /** The photos that the copy is for. They are neither fetched nor sent anywhere. */
  readonly image_urls?: readonly string[]
}

function readBody(body: Schemas['CaptionRequest'], { warn }: BodyContext): CaptionCopyParams {
  const { business_name, tone, image_urls = [] } = body
  if (image_urls.length > 0) warn(PHOTOS_UNREAD)
  return {
    ...copyParams(body),
    tone,
    ...(business_name?.trim() && { business_name }),
    ...(image_urls.length > 0 && { image_urls }),
  }
}

const PHOTOS_UNREAD: Warning = {
  code: 'value_unsupported',
  message: 'image_urls has no effect: the copy is written from the prompt, and no photo is read.',
}

export const captionCopy = defineOperation<'caption-copy', CaptionCopyParams, Caption>({
  name: 'caption-copy',
  capability: 'copy',
  engine: 'local',
  photoEvents: false,
  bodies: { 'mobile.captionCopy': readBody },
  credits: () => CREDITS['caption-copy'],
  sources: () => [],
  expectedSeconds: () => 0.1,
  reply: textReply,
})
