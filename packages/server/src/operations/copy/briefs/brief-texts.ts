import type {
  PreviewAngle,
  PreviewLight,
  PreviewScene,
  PreviewStyle,
} from '@platelight/drawing/preview/preview-scene.ts'
import type { Choices } from '../captions/caption-texts.ts'

/** What a dish must show to look freshly made. */
export type Freshness = 'any' | 'hot' | 'cold' | 'sweet' | 'drink'
export type Tool = 'fork' | 'chopsticks' | 'spoon' | 'none'

/**
 * The words of briefs in one language. They use the words that placeholders are drawn by, so that a brief is drawn as it
 * says. They name no ingredient, because the dish alone says what is in it.
 */
export interface BriefTexts {
  readonly vessels: Readonly<Record<PreviewScene['vessel'], string>>
  readonly freshness: Readonly<Record<Freshness, Choices>>
  readonly composition: Readonly<Record<PreviewAngle, Choices>>
  readonly light: Readonly<Record<PreviewLight, Choices>>
  readonly moods: Readonly<Record<PreviewStyle, string>>
  readonly surfaces: Readonly<Record<PreviewScene['surface'], string>>
  readonly tools: Readonly<Record<Tool, string>>
  /** What else lies beside a dish. */
  readonly beside: Choices
  readonly camera: Readonly<Record<PreviewAngle, string>>
  /** The props in one sentence. */
  readonly props: string
  readonly comma: string
  readonly typeset?: (text: string) => string
  readonly inserted?: (text: string) => string
}
