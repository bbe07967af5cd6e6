import { copyLanguageOf } from '../copy/copy-languages.ts'
import { type CopyParams, languageWarnings } from '../copy/copy-params.ts'
import { type Brief, writeBrief } from '../copy/write-brief.ts'
import type { Work } from '../define-work.ts'

/** Writes a brief from the words of a language. The same parameters always give the same brief. */
export const enrichWork: Work<CopyParams, Brief> = async (_inputs, { prompt, locale }) => ({
  outputs: [],
  engine: 'local',
  faithfulness: 'generative',
  warnings: languageWarnings(locale),
  recipe: {},
  details: writeBrief(prompt, copyLanguageOf(locale).language),
})
