import type { Texts } from './texts.ts'

/** The languages of the dashboard, each named in itself. */
export const LANGUAGES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  ar: 'العربية',
} as const
export type Language = keyof typeof LANGUAGES

const TEXTS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>>> = {
  es: () => import('./es/texts-es.ts'),
  fr: () => import('./fr/texts-fr.ts'),
  de: () => import('./de/texts-de.ts'),
  it: () => import('./it/texts-it.ts'),
  pt: () => import('./pt/texts-pt.ts'),
  ar: () => import('./ar/texts-ar.ts'),
}
const REMEMBERED = 'platelight.language'

let language: Language = 'en'
let locale = 'en'
let texts: Texts | undefined
const listeners = new Set<() => void>()

export const currentLanguage = (): Language => language
/** The BCP 47 tag for `Intl`: the person's own variant of the language, such as pt-BR. */
export const currentLocale = (): string => locale
/** For components of libraries, which do not see the direction of the page. */
export const currentDirection = (): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

export function onLanguage(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** English texts that give those of the current language as soon as they are loaded. They are read while a page is drawn. */
export const inLanguage = <Table extends object>(name: keyof Texts, english: Table): Table =>
  new Proxy(english, { get: (own, key) => Reflect.get(texts?.[name] ?? own, key) })

/** Uses the language that was chosen here before; else the first of the browser's languages for which there are texts. */
export function startLanguage(): Promise<void> {
  const known = navigator.languages.map(languageOf).find((one) => one !== undefined)
  return use(languageOf(remembered()) ?? known ?? 'en')
}

/** Chooses for this browser. */
export function chooseLanguage(next: Language): Promise<void> {
  try {
    localStorage.setItem(REMEMBERED, next)
  } catch {
    // Without storage it holds until the page is left.
  }
  return use(next)
}

async function use(next: Language): Promise<void> {
  try {
    texts = next === 'en' ? undefined : (await TEXTS[next]()).texts
    language = next
  } catch {
    // A page in English is better than none.
    texts = undefined
    language = 'en'
  }
  locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language
  document.documentElement.lang = language
  document.documentElement.dir = currentDirection()
  for (const changed of listeners) changed()
}

const languageOf = (tag: string): Language | undefined => {
  const [own = ''] = tag.toLowerCase().split('-')
  return Object.keys(LANGUAGES).find((one): one is Language => one === own)
}

function remembered(): string {
  try {
    return localStorage.getItem(REMEMBERED) ?? ''
  } catch {
    return ''
  }
}
