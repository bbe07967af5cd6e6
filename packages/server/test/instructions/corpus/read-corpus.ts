import { readFileSync } from 'node:fs'
import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import type { ComposedAspect } from '../../../src/operations/compose/read-composition.ts'

export const CORPUS_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ar'] as const
export type CorpusLanguage = (typeof CORPUS_LANGUAGES)[number]

/**
 * An instruction for an edit, and what it asks for. A step is written as in `step-codes.ts`, with `+` or `-` for every
 * amount and only as much of its value as the words say: `light+ @background`, `crop 4:5`, `platform ubereats`. Any of
 * several that are separated by ` | ` is right, and one that ends with `?` may be left out. Without steps and generator, the words are no order.
 */
export interface CorpusEdit {
  readonly say: string
  readonly steps: readonly string[]
  /** Whether it also asks for something that the photo does not show. */
  readonly needs_generator?: boolean
}

export type Place = 'front' | 'back' | 'left' | 'right' | 'middle'

/** A prompt of a composition, and what it describes. What is absent must not be read into it. */
export interface CorpusDescription {
  readonly say: string
  readonly surface?: Backdrop
  readonly light?: 'left' | 'right'
  readonly aspect?: ComposedAspect
  /** Positions in `pictures`, counted from one. Others that follow from them may be read, too. */
  readonly places?: Readonly<Partial<Record<Place, number>>>
  /** Changes of the whole, as in edits. */
  readonly steps?: readonly string[]
  /** Whether a warning must name words. Where it is absent, both are right. */
  readonly words_not_understood?: boolean
}

/** Sentences of one language, written before the grammar was tried on them. */
export interface Corpus {
  /** File names of the pictures that the descriptions arrange. */
  readonly pictures: readonly string[]
  readonly edits: readonly CorpusEdit[]
  readonly descriptions: readonly CorpusDescription[]
}

export const readCorpus = (language: CorpusLanguage): Corpus =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'))
