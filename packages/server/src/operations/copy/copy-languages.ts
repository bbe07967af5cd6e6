/** The languages in which copy is written. */
export const COPY_LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ar'] as const
export type CopyLanguage = (typeof COPY_LANGUAGES)[number]

/** Their names, for a model that is asked to write in one. */
export const LANGUAGE_NAMES: Readonly<Record<CopyLanguage, string>> = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  ar: 'Modern Standard Arabic',
}

/**
 * The language of a tag, and English where copy is not written in it.
 *
 * @example copyLanguageOf('pt-BR') // { language: 'pt', isKnown: true }
 */
export function copyLanguageOf(locale: string): { readonly language: CopyLanguage; readonly isKnown: boolean } {
  const [tag = ''] = locale.toLowerCase().split(/[-_]/)
  const language = COPY_LANGUAGES.find((one) => one === tag)
  return { language: language ?? 'en', isKnown: language !== undefined }
}
