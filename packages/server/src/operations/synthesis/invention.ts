import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Part } from '../instructions/edit-step.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'
import { longSideOf } from '../tables/resolutions.ts'
import type { LocalTask, MadeBy, PictureAspect, PictureRequest, ProviderBrief } from './provider-brief.ts'

/** Providers mostly take that long, and make several pictures at once. */
export const PROVIDER_SECONDS = 20

/** What a provider shall make of pictures, because the pictures do not show it. */
export interface Invention extends Part {
  /** What shall change, in the words of the caller. */
  readonly wishes: readonly string[]
  readonly resolution: Schemas['OutputResolution']
  /** Whether the caller asked for that resolution. Otherwise results have the size of the photo. */
  readonly isSized?: boolean
  /** The results of each picture. */
  readonly count: number
}

/** What the parameters of work say of a provider's share in it. */
export interface InventedPart {
  readonly invention?: Invention | undefined
  /** Present where a provider did its share. */
  readonly made?: MadeBy | undefined
}

/** @param resolution what the caller asked for */
export const inventionOf = (
  wish: Pick<Invention, 'wishes' | 'within' | 'except'>,
  resolution?: Invention['resolution'],
  count = 1,
): Invention => ({ ...wish, resolution: resolution ?? '1K', ...(resolution && { isSized: true }), count })

/** The price of the pictures that a provider makes for one call. @param pictures how many are made anew */
export const inventionCredits = (
  { resolution, count }: Pick<Invention, 'resolution' | 'count'>,
  pictures = 1,
): number => CREDITS.invention * CREDITS.resolution[resolution] * count * pictures

/** The parts of an instruction as one sentence for a provider. */
const sentenceOf = (wishes: readonly string[]): string =>
  wishes.map((wish) => wish.trim().replace(/[.;\s]+$/, '')).join('. ')

const NAMES = {
  dish: 'the dish',
  plate: 'the plate',
  background: 'the background',
  table: 'the table',
  highlights: 'the highlights',
  shadows: 'the shadows',
} as const satisfies Readonly<Record<LayerId, string>>

/**
 * What a provider is told to do with a photo. The words of the caller stand in one place, and what frames them asks for a
 * photo that is otherwise the same.
 */
export function editPrompt({ wishes, within, except = [] }: Pick<Invention, 'wishes' | 'within' | 'except'>): string {
  return [
    `Edit this photo of food. ${within ? `Change only ${NAMES[within]}: ` : ''}${sentenceOf(wishes)}.`,
    except.length > 0 ? `Do not change ${except.map((id) => NAMES[id]).join(' and ')}.` : '',
    'Keep everything else exactly as it is: the food and its portion, the plate, the surroundings, the framing, the colours and the light. The result is a photograph.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Shapes that models know by name. */
const ASPECTS: readonly PictureAspect[] = ['1:1', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '16:9', '9:16', '21:9']

/** The named shape that is nearest to a size. */
export function aspectOf({ width, height }: Size): PictureAspect {
  const distance = (aspect: PictureAspect) => {
    const [across = 1, down = 1] = aspect.split(':').map(Number)
    return Math.abs(Math.log((across * height) / (down * width)))
  }
  return ASPECTS.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/** A size in the shape of a picture, with that long side. */
export function sizeInShape({ width, height }: Size, longSide: number): Size {
  const by = longSide / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

/**
 * The brief for photos that are changed one by one, each into as many results as the invention says.
 *
 * @param options.names the photos in errors
 * @param options.finish work that gets the pictures of the run, then those of the provider: all results of the first photo,
 *   of the second …
 */
export function photosBrief(options: {
  readonly invention: Invention
  readonly names: readonly string[]
  readonly subject?: SubjectHint | undefined
  readonly finish: (made: MadeBy) => LocalTask
}): ProviderBrief {
  const { invention, names, subject, finish } = options
  const { count, resolution, within, except } = invention
  const isPart = within !== undefined || except !== undefined
  const part = isPart && { ...(within && { within }), ...(except && { except }), ...(subject && { subject }) }
  const prompt = editPrompt(invention)
  const steps = names.length * (1 + count) + 1
  const requestFor = (size: Size, index: number): PictureRequest => ({
    prompt,
    references: [index],
    size: sizeInShape(size, longSideOf(resolution)),
    aspect: aspectOf(size),
  })
  return {
    steps,
    prepare: { operation: 'prepare-references', params: { names, steps, ...(part && { part }) } },
    requests: (prepared) =>
      prepared.flatMap((size, index) => Array.from({ length: count }, () => requestFor(size, index))),
    keepsInputs: true,
    finish,
  }
}
