import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { defineOperation } from '../define-operation.ts'
import { readPartialEdit } from '../edit/read-edit.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { sizeOf } from '../generate/generate-params.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { pictureReply } from '../operation-replies.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'
import { type InventedPart, inventionCredits, inventionOf, PROVIDER_SECONDS } from '../synthesis/invention.ts'
import type { ProviderBrief } from '../synthesis/provider-brief.ts'
import { longSideOf } from '../tables/resolutions.ts'

/** Width over height of each frame. */
export const HERO_ASPECTS = { '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1, '3:4': 3 / 4, '9:16': 9 / 16 } as const

/** The parameters into which every channel translates a request for a hero shot. */
export interface HeroShotParams extends InventedPart {
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
    'images.heroShot': ({ image_url, backdrop, aspect_ratio, prompt, subject, format }, { engines }) => {
      const { steps, wish } = readPartialEdit(prompt, { field: 'prompt', about: 'the hero shot', engines })
      return {
        image_url,
        aspect_ratio,
        ...(steps.length > 0 && { steps }),
        ...(wish && { invention: inventionOf({ wishes: wish.wishes }) }),
        ...(backdrop && { backdrop }),
        ...(subject && { subject }),
        ...(format && { format }),
      }
    },
  },
  credits: ({ invention }) => (invention ? inventionCredits(invention) : CREDITS['hero-shot']),
  sources: ({ image_url }) => [image_url],
  brief: heroBrief,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfFirst({ fixed: 1, perMegapixel: 0.3, cutout: 8 })(params, sizes, machine) +
    (params.invention ? PROVIDER_SECONDS : 0),
  reply: pictureReply,
})

/** The size of a hero shot that a provider makes. */
export const inventedHeroSize = ({ aspect_ratio, invention }: HeroShotParams): Size =>
  sizeOf({ aspect_ratio, long_side: longSideOf(invention?.resolution ?? '1K') })

/** A prompt that asks for a scene which is not among the backdrops is for a provider, which then makes the whole shot. */
function heroBrief(params: HeroShotParams): ProviderBrief | undefined {
  const { invention, backdrop, aspect_ratio: aspect } = params
  if (!invention) return undefined
  const prompt = [
    `A hero shot of the dish in the picture: ${invention.wishes.join('. ')}.`,
    backdrop ? `It stands on this backdrop: ${backdrop.replace('-', ' ')}.` : '',
    'The dish itself stays exactly as it is: the food, its portion and its plate. One dish, whole, in the middle, with soft light and a natural shadow. The result is a photograph.',
  ]
  const size = inventedHeroSize(params)
  return {
    steps: 3,
    prepare: { operation: 'prepare-references', params: { names: ['image_url'], steps: 3 } },
    requests: () => [{ prompt: prompt.filter((one) => one !== '').join(' '), references: [0], size, aspect }],
    keepsInputs: true,
    finish: (made) => ({ operation: 'hero-shot', params: { ...params, made } }),
  }
}
