import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Backdrop } from '@platelight/imaging/hero/backdrop-materials.ts'
import { ServiceError } from '../../base/service-error.ts'
import { defineOperation } from '../define-operation.ts'
import { CREDITS } from '../prices.ts'

/** Width over height of each frame. */
export const HERO_ASPECTS = { '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1, '3:4': 3 / 4, '9:16': 9 / 16 } as const

/** What every door that makes a hero shot translates its request into. */
export interface HeroShotParams {
  readonly image_url: string
  readonly backdrop: Backdrop
  readonly aspect_ratio: keyof typeof HERO_ASPECTS
  /** JPEG by default. */
  readonly format?: OutputFormat
}

export const heroShot = defineOperation<HeroShotParams>({
  name: 'hero-shot',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  deadlineSeconds: 300,
  credits: () => CREDITS.heroShot,
  sources: ({ image_url }) => [image_url],
})

/**
 * Words are for a generator, and are never taken and then left aside. There is none to set up yet, so no setting is named.
 *
 * @throws ServiceError `engine_unavailable`, with the capability that is missing
 */
export function refuseHeroWords(prompt: string | undefined): void {
  if (prompt === undefined || prompt.trim() === '') return
  throw new ServiceError(
    'engine_unavailable',
    'A prompt for a hero shot needs a picture generator. This server has none, and this version cannot be connected to one. Leave prompt out and choose a backdrop, which is drawn here.',
    { capability: 'synthesis' },
  )
}
