import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { foldWords } from '@platelight/drawing/preview/reading/fold-words.ts'
import { readPrompt } from '@platelight/drawing/preview/reading/read-prompt.ts'
import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { describe, expect, test } from 'vitest'
import { inventedClaim, inventedNumber } from '../../engines/copy/invented-claims.ts'
import { canBeIn } from '../../engines/copy/written-language.ts'
import type { Tone } from './captions/caption-texts.ts'
import { BRIEF_BOUNDS, CAPTION_BOUNDS } from './copy-bounds.ts'
import { COPY_LANGUAGES } from './copy-languages.ts'
import { readDishText } from './read-dish-text.ts'
import { writeBrief } from './write-brief.ts'
import { writeCaption } from './write-caption.ts'

const TONES: readonly Tone[] = ['friendly', 'elegant', 'playful', 'plain']
const NAMES = DISHES.map(({ name }) => name)

/** The sentences of a text. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?؟])\s+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')

describe.each(COPY_LANGUAGES)('copy in %s', (language) => {
  const captions = TONES.flatMap((tone) =>
    NAMES.map((prompt) => ({ prompt, tone, written: writeCaption({ prompt, tone, language }) })),
  )

  test('no two dishes share a headline, a sentence or an alt text', () => {
    for (const tone of TONES) {
      const seen = new Map<string, string>()
      for (const { prompt, written } of captions.filter((one) => one.tone === tone)) {
        for (const sentence of [written.headline, ...sentencesOf(written.caption), written.alt_text]) {
          // The headline, the caption and the alt text of one dish may be alike where they are plain.
          expect([undefined, prompt], sentence).toContain(seen.get(sentence))
          seen.set(sentence, prompt)
        }
      }
      expect(seen.size).toBeGreaterThan(NAMES.length * 2)
    }
  })

  test('every text stays within its bounds, whatever was typed', () => {
    const long = 'extraordinarily long words about lobster '.repeat(50)
    for (const prompt of [
      ...NAMES.slice(0, 20),
      long,
      'x'.repeat(2000),
      'ラーメン'.repeat(300),
      `${'a, '.repeat(600)}b`,
    ]) {
      for (const tone of TONES) {
        const business_name = 'The Extremely Long Name of a Restaurant '.repeat(5)
        const { headline, caption, hashtags, alt_text } = writeCaption({ prompt, tone, language, business_name })
        expect(headline.length).toBeLessThanOrEqual(CAPTION_BOUNDS.headline)
        expect(caption.length).toBeLessThanOrEqual(CAPTION_BOUNDS.caption)
        expect(alt_text.length).toBeLessThanOrEqual(CAPTION_BOUNDS.altText)
        expect(hashtags.length).toBeLessThanOrEqual(CAPTION_BOUNDS.hashtags)
        for (const tag of hashtags) expect(tag).toMatch(/^#[\p{L}\p{M}\p{N}_]{1,39}$/u)
      }
      const { prompt: whole, brief } = writeBrief(prompt, language)
      expect(whole.length).toBeLessThanOrEqual(BRIEF_BOUNDS.prompt)
      for (const part of [brief.subject, brief.composition, brief.light, brief.surface, brief.camera]) {
        expect(part.length).toBeGreaterThan(0)
        expect(part.length).toBeLessThanOrEqual(BRIEF_BOUNDS.part)
      }
    }
  })

  test('nothing is said of allergens, diet, origin, health or price that was not typed', () => {
    for (const { prompt, written } of captions) {
      const { headline, caption, hashtags, alt_text } = written
      const all = [headline, caption, hashtags.join(' '), alt_text].join('\n')
      expect([inventedClaim(all, prompt), inventedNumber(all, prompt)], all).toEqual([undefined, undefined])
    }
    for (const name of NAMES) {
      const { prompt } = writeBrief(name, language)
      expect(inventedClaim(prompt, name), prompt).toBe(undefined)
    }
  })

  test('the copy is in its language, whatever the dish is called', () => {
    for (const prompt of ['ramen', 'Wiener Schnitzel', 'crème brûlée', 'شاورما', 'paella']) {
      for (const tone of TONES) {
        const { caption } = writeCaption({ prompt, tone, language })
        expect(canBeIn(language, caption, prompt), caption).toBe(true)
      }
      expect(canBeIn(language, writeBrief(prompt, language).prompt, prompt)).toBe(true)
    }
  })

  test('the same words give the same copy, and another tone gives another', () => {
    const wish = { prompt: 'Tonkotsu ramen with egg', language } as const
    const written = TONES.map((tone) => writeCaption({ ...wish, tone }).caption)
    expect(TONES.map((tone) => writeCaption({ ...wish, tone }).caption)).toEqual(written)
    expect(new Set(written).size).toBe(TONES.length)
    expect(writeBrief(wish.prompt, language)).toEqual(writeBrief(wish.prompt, language))
  })

  test('a brief keeps the setting that was typed, and is drawn as it says', () => {
    const scene = (text: string) => readPrompt(text, seededRandom(0, foldWords(text))).scene
    const settings = [
      'from above',
      'at eye level',
      'on slate',
      'on a marble table',
      'with light from the left',
      'backlit',
    ]
    for (const name of NAMES.filter((_, index) => index % 12 === 0)) {
      for (const setting of settings) {
        const typed = `${name}, ${setting}`
        const { dish, surface, light, angle } = scene(typed)
        const { prompt } = writeBrief(typed, language)
        expect(scene(prompt), prompt).toMatchObject({ dish, surface, light, angle })
      }
    }
  })
})

test.each([
  ['our new tonkotsu, for the winter menu', 'tonkotsu', 'winter', true],
  ['Tonkotsu ramen, new for winter', 'Tonkotsu ramen', 'winter', true],
  ['Please write a caption for our cheeseburger', 'cheeseburger', undefined, false],
  ['a photo of pizza margherita https://example.com/a.jpg', 'pizza margherita', undefined, false],
  ['Easter lamb with potatoes', 'Easter lamb with potatoes', undefined, false],
  ['Soup of the day: pumpkin soup', 'pumpkin soup', 'today', false],
  ['The Big Mess', 'The Big Mess', undefined, false],
  ['GRILLED OCTOPUS', 'Grilled octopus', undefined, false],
  ['Mr. Lee’s dumplings. So good!', 'Mr. Lee’s dumplings, So good', undefined, false],
  ['nuestra nueva paella de marisco', 'paella de marisco', undefined, true],
  ['Escribe un texto para nuestra hamburguesa con queso', 'hamburguesa con queso', undefined, false],
  ['gazpacho andaluz, para el verano', 'gazpacho andaluz', 'summer', false],
  ['Notre nouvelle bouillabaisse, pour la carte d’hiver', 'bouillabaisse', 'winter', true],
  ['huîtres pour Noël', 'huîtres', 'christmas', false],
  ['Bûche de Noël', 'Bûche de Noël', undefined, false],
  ['Unser neues Wiener Schnitzel mit Kartoffelsalat', 'Wiener Schnitzel mit Kartoffelsalat', undefined, true],
  ['neu auf der Winterkarte: Rehragout', 'Rehragout', 'winter', true],
  ['Gans mit Rotkohl, zu Weihnachten', 'Gans mit Rotkohl', 'christmas', false],
  ['La nostra nuova lasagna, per il menù d’inverno', 'lasagna', 'winter', true],
  ['colomba per Pasqua', 'colomba', 'easter', false],
  ['Nossa nova feijoada, para o inverno', 'feijoada', 'winter', true],
  ['rabanada para o Natal', 'rabanada', 'christmas', false],
  ['طبقنا الجديد: كبسة لحم', 'كبسة لحم', undefined, true],
  ['شوربة عدس لرمضان', 'شوربة عدس', 'ramadan', false],
  ['فتوش للصيف', 'فتوش', 'summer', false],
  ['We just got fresh oysters in and they are amazing', 'oysters', undefined, false],
  [
    'Today we are serving grilled salmon with lemon butter, come by!',
    'grilled salmon with lemon butter',
    undefined,
    false,
  ],
  ['Come and try our new burger', 'burger', undefined, true],
  ['Good morning everyone! This is our new cheesecake', 'cheesecake', undefined, true],
  ['Have you tried our carrot cake yet?', 'carrot cake', undefined, false],
  ['Heute gibt es Schnitzel mit Pommes', 'Schnitzel mit Pommes', undefined, false],
  ['Kommt vorbei und probiert unsere neue Lasagne!', 'Lasagne', undefined, true],
  ['Lust auf Ramen?', 'Ramen', undefined, false],
  ['On vous attend ce soir avec un bœuf bourguignon maison', 'bœuf bourguignon', undefined, false],
  ['Venez goûter notre nouvelle bouillabaisse', 'bouillabaisse', undefined, true],
  ['Hoy tenemos paella para dos', 'paella', undefined, false],
  ['¡Buenos días a todos! Ven a probar nuestro nuevo gazpacho', 'gazpacho', undefined, true],
  ['Oggi vi proponiamo il risotto ai funghi', 'risotto ai funghi', undefined, false],
  ['Hoje temos bacalhau', 'bacalhau', undefined, false],
  ['لدينا اليوم كبسة', 'كبسة', undefined, false],
  // Dishes whose words are verbs or pronouns elsewhere.
  ['Well-done steak with fries', 'Well-done steak with fries', undefined, false],
  ['Hay-smoked trout', 'Hay-smoked trout', undefined, false],
  ['She-crab soup with sherry', 'She-crab soup with sherry', undefined, false],
  ['Lachs im Blätterteig', 'Lachs im Blätterteig', undefined, false],
  ['Hoy hay paella', 'paella', undefined, false],
])('%j is about %j', (typed, full, occasion, isNew) => {
  expect(readDishText(typed, 120)).toMatchObject({ full, isNew, ...(occasion && { occasion }) })
  expect(readDishText(typed, 120).occasion).toBe(occasion)
})

test('marks stand as each language has them', () => {
  const caption = (language: 'es' | 'fr' | 'ar', tone: Tone, prompt = 'Ramen') =>
    writeCaption({ prompt, tone, language, business_name: 'Casa Luna' }).caption
  expect(caption('es', 'playful')).toMatch(/^¡[^!]+!$/)
  expect(caption('fr', 'playful')).toMatch(/\u202f!$/)
  expect(caption('fr', 'plain', 'Ramen for winter')).toMatch(/hiver chez Casa Luna\u00a0: Ramen\.$/)
  // A name in another script keeps its marks on its side, and the text still begins from the right.
  expect(caption('ar', 'plain')).toMatch(/^\p{Script=Arabic}.* \u2068Casa Luna\u2069: \u2068Ramen\u2069\.$/u)
  expect(caption('ar', 'plain', 'شاورما')).not.toContain('\u2068شاورما')
})

test('a kitchen is named only for a dish that is known by that very name', () => {
  const tags = (prompt: string) => writeCaption({ prompt, tone: 'plain', language: 'en' }).hashtags
  expect(tags('Tonkotsu ramen')).toContain('#japanesefood')
  expect(tags('lentejas con chorizo').filter((tag) => tag.endsWith('food'))).not.toContain('#indianfood')
})
