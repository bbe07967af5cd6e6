import { copyLanguageOf } from '../copy/copy-languages.ts'
import { languageWarnings } from '../copy/copy-params.ts'
import { type Caption, writeCaption } from '../copy/write-caption.ts'
import type { Work } from '../define-work.ts'
import type { CaptionCopyParams } from './caption-copy-operation.ts'

/** Writes copy from the sentences of a language. The same parameters always give the same copy. */
export const captionCopyWork: Work<CaptionCopyParams, Caption> = async (_inputs, { locale, ...wish }) => ({
  outputs: [],
  engine: 'local',
  faithfulness: 'generative',
  warnings: languageWarnings(locale),
  recipe: {},
  details: writeCaption({ ...wish, language: copyLanguageOf(locale).language }),
})
