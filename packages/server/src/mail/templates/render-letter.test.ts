import { expect, test } from 'vitest'
import { LETTER_LANGUAGES, textsFor } from '../texts/choose-texts.ts'
import type { LetterContent, LetterKind } from './letter-kinds.ts'
import { renderLetter } from './render-letter.ts'

const HOSTILE = `<img src=x onerror=alert(1)>"'&`
const URL_WITH_SIGNS = 'https://kitchen.example/auth/verify?token=a&source=email'

/** Every kind, some in two forms. */
const LETTERS: { readonly [Kind in LetterKind]: readonly Extract<LetterContent, { kind: Kind }>[] } = {
  verification: [true, false].map((newsletter) => ({
    kind: 'verification',
    values: { link: URL_WITH_SIGNS, newsletter },
  })),
  'known-address': [{ kind: 'known-address', values: { serviceUrl: 'https://kitchen.example' } }],
  'password-reset': [{ kind: 'password-reset', values: { token: 'TOKEN', page: 'https://kitchen.example/new?a=b' } }],
  'password-changed': [{ kind: 'password-changed', values: {} }],
  'password-added': [{ kind: 'password-added', values: {} }],
  'password-removed': [{ kind: 'password-removed', values: { provider: 'Kitchen ID' } }],
  'provider-linked': [{ kind: 'provider-linked', values: { provider: 'Kitchen ID' } }],
  welcome: [10, 0].map((credits) => ({ kind: 'welcome', values: { credits, serviceUrl: 'https://kitchen.example' } })),
  'webhook-disabled': [
    { kind: 'webhook-disabled', values: { endpointId: 'whe_1', serviceUrl: 'https://kitchen.example' } },
  ],
  'credits-low': [
    { kind: 'credits-low', values: { credits: 4, threshold: 5, billingUrl: 'https://kitchen.example/billing' } },
  ],
  'account-deleted': [{ kind: 'account-deleted', values: {} }],
  'lead-confirmation': [true, false].map((offers) => ({
    kind: 'lead-confirmation',
    values: { link: URL_WITH_SIGNS, offers },
  })),
  'lead-download': [{ kind: 'lead-download', values: { title: HOSTILE, link: URL_WITH_SIGNS } }],
  'lead-received': (['contact', 'audit-request'] as const).map((kind) => ({
    kind: 'lead-received',
    values: {
      kind,
      leadId: 'lead_1',
      email: 'mara@trattoria.example',
      name: HOSTILE,
      businessName: null,
      phone: null,
      subject: null,
      menuUrl: 'https://trattoria.example/menu',
      imageUrls: ['https://trattoria.example/1.jpg'],
      message: `First\n\n${HOSTILE}`,
      source: 'footer',
    },
  })),
  announcement: [
    { kind: 'announcement', values: { list: 'offers', subject: HOSTILE, paragraphs: [HOSTILE, 'Second'] } },
  ],
}
const all = Object.values(LETTERS).flat() as readonly LetterContent[]

const words = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
    .replace(/\s+/g, ' ')

test.each(LETTER_LANGUAGES.map(({ language }) => language))(
  'letters in %s say the same as text and as HTML',
  (locale) => {
    for (const letter of all) {
      const { subject, text, html } = renderLetter(letter, { locale })
      expect(words(html)).toContain(subject.replace(/\s+/g, ' '))
      for (const line of text.split('\n').filter(Boolean))
        expect(words(html)).toContain(line.replace(/:$/, '').replace(/\s+/g, ' '))
      expect(`${subject}${text}`).not.toMatch(/undefined|\[object|NaN|!/)
    }
  },
)

test('letters load nothing, run nothing, and have colours for dark mail programs', () => {
  for (const { language } of LETTER_LANGUAGES) {
    for (const letter of all) {
      const { html } = renderLetter(letter, { locale: language, unsubscribeUrl: 'https://kitchen.example/u' })
      expect(html).not.toMatch(/<(img|script|link|iframe|object|form|video|svg)|url\(|@import|<[^>]*\son\w+=/)
      expect(html).toContain('@media (prefers-color-scheme:dark)')
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
    }
  }
})

test('values are escaped', () => {
  const { html } = renderLetter(LETTERS.announcement[0] as LetterContent, { locale: 'en' })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('Arabic runs from right to left, and addresses in it from left to right', () => {
  const { html } = renderLetter(LETTERS.verification[0] as LetterContent, { locale: 'ar-EG' })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toMatch(/<a href="[^"]+" dir="ltr"[^>]*>https:/)
})

test('every language has texts of its own, and an unknown one gets English', () => {
  const subjects = LETTER_LANGUAGES.map(
    ({ language }) => renderLetter(all[0] as LetterContent, { locale: language }).subject,
  )
  expect(new Set(subjects).size).toBe(7)
  expect(['pt-BR', 'PT_pt', 'de-AT', 'xx', '', 'zh-Hant-TW'].map((locale) => textsFor(locale).language)).toEqual([
    ...['pt', 'pt', 'de', 'en', 'en', 'en'],
  ])
})

test('texts of one language are not left in another', () => {
  const english = textsFor('en')
  for (const texts of LETTER_LANGUAGES.filter((one) => one !== english)) {
    const lines = new Set(linesOf(english))
    expect(linesOf(texts).filter((line) => lines.has(line))).toEqual([])
  }
})

/** All fixed words of a language. */
function linesOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    if (['language', 'direction', 'colon'].includes(name)) return []
    if (typeof value === 'function') return [String((value as (text: string) => string)('7'))]
    return typeof value === 'string' ? [value] : linesOf(value as object)
  })
}

test('French puts a space that does not break before colons and semicolons, and other languages none', () => {
  for (const { language } of LETTER_LANGUAGES) {
    const written = all.map((letter) => {
      const { subject, text, html } = renderLetter(letter, {
        locale: language,
        unsubscribeUrl: 'https://kitchen.example/u',
      })
      return `${subject}\n${text}\n${words(html.replaceAll('\u202f', '~'))}`
        .replaceAll(/https?:\S+/g, '')
        .replaceAll('~', '\u202f')
    })
    const before = new Set(written.join('\n').match(/.(?=[:;])/gu))
    if (language === 'fr') expect([...before]).toEqual(['\u202f'])
    else for (const sign of before) expect([language, sign]).toEqual([language, expect.stringMatching(/\S/)])
  }
})

test('only the letter that agrees to the newsletter mentions it', () => {
  const [agreeing, plain] = LETTERS.verification.map((letter) => renderLetter(letter, { locale: 'en' }).text)
  expect(agreeing).toContain('newsletter')
  expect(plain).not.toContain('newsletter')
})

test('every word has a contrast of at least 4.5 to what is behind it, in light and in dark mail programs', () => {
  const { html } = renderLetter(LETTERS.verification[0] as LetterContent, { locale: 'en' })
  const light = (part: string) => new RegExp(`class="${part}" style="([^"]+)"`).exec(html)?.[1] ?? ''
  const dark = (part: string) => new RegExp(`\\.${part}\\{([^}]+)\\}`).exec(html)?.[1] ?? ''
  for (const mode of [light, dark]) {
    const colourOf = (part: string, name: 'color' | 'background') =>
      new RegExp(`(?:^|;)${name}:#([0-9a-f]{6})`).exec(mode(part))?.[1] ?? ''
    for (const [part, behind] of [
      ...(['page', 'card', 'button'] as const).map((one) => [one, one] as const),
      ...[['quiet', 'card'] as const, ['link', 'card'] as const],
    ])
      expect(contrast(colourOf(part, 'color'), colourOf(behind, 'background'))).toBeGreaterThan(4.5)
  }
})

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
