import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request for a cut-out. */
export interface RemoveBackgroundParams {
  readonly image_url: string
  /** Adds a soft contact shadow under the dish. */
  readonly shadow: boolean
  readonly subject?: SubjectHint
}

export type RemoveBackgroundDetails = Pick<Schemas['BackgroundRemovalResult'], 'format' | 'confidence'>

export const removeBackground = defineOperation<'remove-background', RemoveBackgroundParams, RemoveBackgroundDetails>({
  name: 'remove-background',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.removeBackground': ({ image_url, shadow, subject }) => ({ image_url, shadow, ...(subject && { subject }) }),
  },
  credits: () => CREDITS['remove-background'],
  sources: ({ image_url }) => [image_url],
  admit: (_, [source]) => {
    if (source) refuseLargeResult({ ...source, hasAlpha: true }, 'png', { begins: 'The cut-out', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.25, cutout: 8 }),
  reply: pictureReply,
})
