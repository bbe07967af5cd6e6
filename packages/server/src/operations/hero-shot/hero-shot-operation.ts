import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { defineOperation } from '../define-operation.ts'
import { readPartialEdit } from '../edit/read-edit.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { pictureReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

/** Width over height of each frame. */
export const HERO_ASPECTS = { '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1, '3:4': 3 / 4, '9:16': 9 / 16 } as const

/** The parameters into which every channel translates a request for a hero shot. */
export interface HeroShotParams {
  readonly image_url: string
  /** Without it, the one that suits the tones of the dish. */
  readonly backdrop?: Backdrop
  readonly aspect_ratio: keyof typeof HERO_ASPECTS
  /** What the prompt says to change in the finished shot. */
  readonly steps?: readonly PartialStep[]
  readonly subject?: SubjectHint
  /** JPEG by default. */
  readonly format?: OutputFormat
}

/** How certain it is which part is the dish, 0 to 1. */
export interface HeroShotDetails {
  readonly confidence: number
}

export const heroShot = defineOperation<'hero-shot', HeroShotParams, HeroShotDetails>({
  name: 'hero-shot',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.heroShot': ({ image_url, backdrop, aspect_ratio, prompt, subject, format }) => {
      const steps = readPartialEdit(prompt, { field: 'prompt', about: 'the hero shot' })
      return {
        ...{ image_url, aspect_ratio },
        ...(steps.length > 0 && { steps }),
        ...(backdrop && { backdrop }),
        ...(subject && { subject }),
        ...(format && { format }),
      }
    },
  },
  credits: () => CREDITS['hero-shot'],
  sources: ({ image_url }) => [image_url],
  expectedSeconds: secondsOfFirst({ fixed: 1, perMegapixel: 0.3, cutout: 8 }),
  reply: pictureReply,
})
