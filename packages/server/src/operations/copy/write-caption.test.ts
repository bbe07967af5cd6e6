import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { describe, expect, test } from 'vitest'
import type { Tone } from './captions/caption-texts.ts'
import { COPY_LANGUAGES, type CopyLanguage } from './copy-languages.ts'
import { writeCaption } from './write-caption.ts'

const TONES: readonly Tone[] = ['friendly', 'elegant', 'playful', 'plain']
const PROMPTS = [...DISHES.map(({ name }) => name), 'new: ramen for winter', 'our new ramen', 'paella for Easter']

/** Names of restaurants as people of each language choose them. */
const BUSINESSES: Readonly<Record<CopyLanguage, readonly string[]>> = {
  en: ['The Ivy', 'Casa Luna', 'At Mario’s'],
  de: ['Gasthof Adler', 'Zum Goldenen Hirsch', 'Alte Post', 'Casa Luna', 'Bei Mario'],
  fr: ['Le Bistrot', 'L’Atelier', 'Brasserie Lipp', 'Chez Marcel', 'Casa Luna'],
  es: ['El Bulli', 'Restaurante Sol', 'Taberna Luna', 'Casa Luna'],
  it: ['Il Cantinone', 'Da Mario', 'Osteria Luna', 'Casa Luna'],
  pt: ['O Boteco', 'Padaria Real', 'Restaurante Luna', 'Casa Luna'],
  ar: ['مطعم الشام', 'في البيت', 'Casa Luna'],
}

/** What an editor of the language strikes out. */
const STRUCK: Readonly<Record<CopyLanguage, RegExp>> = {
  en: /\bat at\b|\b(?:hello|hi|welcome),/iu,
  de: /\bbei (?:dem|zum|zur|der|die|das|im|bei|gasthof|gasthaus|alte)\b|\bin (?:dem|zum|zur|im)\b|\bhallo,/iu,
  fr: /\b(?:à|de) les?\b|\bchez (?:le|la|les|chez|au)\b|\bchez l['’]|\bbonjour,/iu,
  es: /\b(?:a|de) el\b|\ben en\b|(?<=\ben\b)[^:–]*\ben (?:el|la|El|Casa|casa)\b(?=[^:–]*:)|\bhola,/u,
  it: /\bda (?:da|il|lo|la|gli|le|i)\b|\b(?:in|di|a) (?:il|lo|la|gli|le)\b|\bciao,/iu,
  pt: /\bem (?:o|a|os|as|no|na)\b|\b(?:no|na) [^:–,]*\b(?:no|na) [^:–]*:|\bol[áa],/iu,
  ar: /(?<![\p{L}«])في .*(?<![\p{L}«])في |أهلًا بكم/u,
}

describe.each(COPY_LANGUAGES)('captions in %s', (language) => {
  const written = BUSINESSES[language].flatMap((business_name) =>
    TONES.flatMap((tone) =>
      PROMPTS.map((prompt) => ({ prompt, tone, ...writeCaption({ prompt, tone, language, business_name }) })),
    ),
  )

  test('join words as the language does, and greet no dish', () => {
    for (const { headline, caption, alt_text } of written) {
      for (const text of [headline, caption, alt_text]) expect(text).not.toMatch(STRUCK[language])
    }
  })

  test('have no doubled word, mark or space, and begin with a capital', () => {
    for (const { prompt, headline, caption, alt_text } of written) {
      for (const text of [headline, caption, alt_text]) {
        expect(text.toLowerCase().replaceAll(prompt.toLowerCase(), '')).not.toMatch(
          /(?<!\p{L})(\p{L}{2,}) \1(?!\p{L})/iu,
        )
        expect(text).not.toMatch(/ {2}|[.,:!]{2}| [.,]|\{|\}/u)
        expect(text).not.toMatch(/^\P{L}*\p{Ll}/u)
      }
    }
  })

  test.each(TONES)('of the tone %s have more than one shape', (tone) => {
    const shapes = new Set(
      written
        .filter((one) => one.tone === tone)
        .map(({ prompt, caption }) => {
          const at = caption.toLowerCase().indexOf(prompt.toLowerCase())
          return at < 0 ? undefined : `${at < 3 ? 'first' : 'later'} ${caption.replace(/[^:–]/gu, '')}`
        }),
    )
    shapes.delete(undefined)
    // In plain Arabic the dish stands last, because a text begins with an Arabic word.
    expect(shapes.size).toBeGreaterThan(language === 'ar' && tone === 'plain' ? 0 : 1)
  })

  test('keep a sentence without a known dish as it was typed, and name nothing after it', () => {
    for (const prompt of ['Our kitchen is closed on Monday', 'Wir haben am Montag zu', 'Somos felices de verlos']) {
      for (const tone of TONES) {
        const { headline, caption, alt_text, hashtags } = writeCaption({ prompt, tone, language })
        expect(caption.replace(/^¡|[\s!.]+$/gu, '').replace(/[\u2068\u2069]/gu, '')).toBe(prompt)
        for (const text of [headline, alt_text, hashtags.join(' ')]) expect(text).not.toContain(prompt)
      }
    }
  })
})
