import type { Schemas } from '../../contract/index.ts'
import { type CopyParams, copyParams } from '../copy/copy-params.ts'
import type { Brief } from '../copy/write-brief.ts'
import { defineOperation } from '../define-operation.ts'
import { textReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

export const enrich = defineOperation<'enrich', CopyParams, Brief>({
  name: 'enrich',
  capability: 'copy',
  engine: 'local',
  photoEvents: false,
  bodies: { 'images.enrich': (body: Schemas['EnrichRequest']) => copyParams(body) },
  credits: () => CREDITS.enrich,
  sources: () => [],
  expectedSeconds: () => 0.1,
  reply: textReply,
})
