import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import { cleanText, hasWords } from './clean-text.ts'
import { COPY_LANGUAGES, copyLanguageOf } from './copy-languages.ts'

export interface CopyParams {
  readonly prompt: string
  readonly locale: string
}

/** What all copy is written from. @throws ServiceError `bad_request` for a prompt of which no words are left */
export function copyParams({ prompt, locale }: CopyParams): CopyParams {
  if (!hasWords(cleanText(prompt))) {
    const message = 'prompt has no words beside addresses and signs. Name the dish, such as "tonkotsu ramen with egg".'
    throw new ServiceError('bad_request', message, { field: 'prompt' })
  }
  return { prompt, locale }
}

/** Says that copy is in English because its language is not written here. */
export function languageWarnings(locale: string): Warning[] {
  if (copyLanguageOf(locale).isKnown) return []
  const message = `This server writes no copy in ${locale}, so it is in English. It writes ${COPY_LANGUAGES.join(', ')}.`
  return [{ code: 'language_unavailable', message }]
}
