import type { Schemas } from '../../../contract/index.ts'
import type { Cuisine, FoodGroup } from '../food-groups.ts'
import type { Occasion } from '../occasions.ts'

export type Tone = NonNullable<Schemas['CaptionRequest']['tone']>

/** At least one text, so that one can always be chosen. */
export type Choices = readonly [string, ...string[]]

/**
 * The words of captions in one language. `{dish}` stands for the dish with what is said of it, `{name}` for its name, and
 * `{at}` for the place. A dish always stands where its gender, its number and its case change nothing. No template holds
 * two sentences, so that no two dishes share one. Nothing is said that may be false of a dish: neither what is in it nor
 * where it is from nor what it does for health.
 */
export interface CaptionTexts {
  readonly language: string
  readonly headlines: Readonly<Record<Tone, Choices>>
  readonly openings: Readonly<Record<Tone, Choices>>
  /** What is written before a dish that is new, and before one that is new for an occasion. */
  readonly isNew: { readonly alone: Choices; readonly before: string }
  /**
   * How a caption is put together: with an invitation, without one, and from a dish that is new or for an occasion, which is
   * `{lead}`, or `{lowered}` within a sentence.
   */
  readonly shapes: Readonly<Record<'inviting' | 'plain' | 'leads', Choices>>
  readonly occasions: Readonly<Record<Occasion, string>>
  /** What follows the dish, by how it is eaten. */
  readonly invitations: Readonly<Record<FoodGroup, Choices>>
  /** Invitations of these tones, to any dish. */
  readonly elegant: Choices
  readonly playful: Choices
  /** A sentence as an exclamation. */
  readonly exclaimed: string
  /** A headline and an alt text where no dish is named. */
  readonly unnamed: string
  readonly altText: string
  readonly tags: {
    readonly groups: Readonly<Record<FoodGroup, string>>
    readonly cuisines: Readonly<Record<Cuisine, string>>
    readonly usual: readonly string[]
  }
  /** The marks of the language: spaces before some, isolation of words in another script. */
  readonly typeset?: (text: string) => string
  /** A text of another script, as it stands within one of this language. */
  readonly inserted?: (text: string) => string
}
