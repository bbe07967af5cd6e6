import { atBusiness } from './at-business.ts'
import type { CaptionTexts, Tone } from './captions/caption-texts.ts'
import { CAPTIONS_AR } from './captions/captions-ar.ts'
import { CAPTIONS_DE } from './captions/captions-de.ts'
import { CAPTIONS_EN } from './captions/captions-en.ts'
import { CAPTIONS_ES } from './captions/captions-es.ts'
import { CAPTIONS_FR } from './captions/captions-fr.ts'
import { CAPTIONS_IT } from './captions/captions-it.ts'
import { CAPTIONS_PT } from './captions/captions-pt.ts'
import { chooseText, fill } from './choose-text.ts'
import { capitalised, cleanText, cutAtWord, onOneLine } from './clean-text.ts'
import { CAPTION_BOUNDS } from './copy-bounds.ts'
import type { CopyLanguage } from './copy-languages.ts'
import { foodGroupOf } from './food-groups.ts'
import { type DishText, readDishText } from './read-dish-text.ts'

const TEXTS: Readonly<Record<CopyLanguage, CaptionTexts>> = {
  en: CAPTIONS_EN,
  es: CAPTIONS_ES,
  fr: CAPTIONS_FR,
  de: CAPTIONS_DE,
  it: CAPTIONS_IT,
  pt: CAPTIONS_PT,
  ar: CAPTIONS_AR,
}

/** Longer descriptions and names are cut at a word, so that every text stays within its bounds. */
const DISH_LENGTH = 120
const BUSINESS_LENGTH = 60

export interface CaptionWish {
  readonly prompt: string
  readonly business_name?: string
  readonly tone: Tone
  readonly language: CopyLanguage
}

export interface Caption {
  readonly headline: string
  readonly caption: string
  readonly hashtags: string[]
  readonly alt_text: string
}

/**
 * Writes copy for a dish from the sentences of a language. The same wish always gives the same copy, and no two dishes share
 * a sentence, because each holds the whole dish.
 *
 * @param wish its prompt has words
 */
export function writeCaption({ prompt, business_name = '', tone, language }: CaptionWish): Caption {
  const texts = TEXTS[language]
  const dish = readDishText(prompt, DISH_LENGTH)
  const business = cutAtWord(onOneLine(cleanText(business_name)), BUSINESS_LENGTH)
  const { group, cuisine } = foodGroupOf(prompt)
  const { inserted = (text) => text, typeset = (text) => text } = texts
  const choose = (choices: CaptionTexts['elegant'], part: string) =>
    chooseText(choices, `${part}\n${tone}\n${dish.full.toLocaleLowerCase()}`)

  const at = business === '' ? '' : ` ${atBusiness(business, language)}`
  const values = { at, dish: inserted(dish.full) }
  const invitations: Readonly<Record<Tone, CaptionTexts['elegant'] | undefined>> = {
    friendly: texts.invitations[group],
    elegant: texts.elegant,
    playful: [...texts.playful, ...texts.invitations[group]],
    plain: undefined,
  }
  const inviting = invitations[tone]
  const opening = fill(openingFor(dish, texts, tone, choose), values)
  // What is new stands first. A sentence of the author may say anything, so nothing follows it.
  const [first, ...others] = inviting && dish.name !== '' ? texts.shapes.inviting : texts.shapes.plain
  const shapes: CaptionTexts['elegant'] = isLed(dish) ? [first] : [first, ...others]
  const invitation = inviting ? choose(inviting, 'invitation') : ''
  const sentence = capitalised(fill(choose(shapes, 'shape'), { ...values, opening, invitation }))
  const named = inserted(dish.name)
  const headline =
    dish.name === '' ? business || texts.unnamed : fill(choose(texts.headlines[tone], 'headline'), { name: named })
  return {
    headline: cutAtWord(capitalised(typeset(headline)), CAPTION_BOUNDS.headline),
    caption: typeset(tone === 'playful' ? fill(texts.exclaimed, { sentence }) : ended(sentence)),
    hashtags: distinctTags(
      [
        hashtagOf(dish.name),
        `#${texts.tags.groups[group]}`,
        cuisine && `#${texts.tags.cuisines[cuisine]}`,
        hashtagOf(business),
        ...texts.tags.usual.map((tag) => `#${tag}`),
      ],
      CAPTION_BOUNDS.hashtags,
    ),
    alt_text: typeset(dish.name === '' ? `${texts.unnamed}.` : fill(texts.altText, values)),
  }
}

/** Whether a caption begins with what was said of the dish, and not with a sentence of its tone. */
const isLed = ({ name, isNew, occasion }: DishText): boolean => name === '' || isNew || occasion !== undefined

/** What a caption begins with: a sentence of its author, that the dish is new, what it is for, or a sentence of the tone. */
function openingFor(
  dish: DishText,
  { isNew: news, occasions, openings, shapes }: CaptionTexts,
  tone: Tone,
  choose: (choices: CaptionTexts['elegant'], part: string) => string,
): string {
  const { name, isNew, occasion } = dish
  if (name === '') return '{dish}'
  if (!isLed(dish)) return choose(openings[tone], 'opening')
  const said = occasion ? occasions[occasion] : ''
  const lead = !isNew ? said : occasion ? fill(news.before, { occasion: lowered(said) }) : choose(news.alone, 'news')
  return fill(choose(shapes.leads, 'lead'), { lead, lowered: lowered(lead), dish: '{dish}', at: '{at}' })
}

const lowered = (text: string): string => {
  const [first = ''] = text
  return first.toLocaleLowerCase() + text.slice(first.length)
}

/** A sentence with its full stop, unless the dish ends with a mark. */
const ended = (sentence: string): string => (/[.!?…؟]$/u.test(sentence) ? sentence : `${sentence}.`)

/** Characters of a hashtag, with its sign. */
const MAX_LENGTH = 40
const MOST_WORDS = 6

/**
 * Words as a hashtag; undefined when there are none or too many.
 *
 * @example hashtagOf('Tonkotsu ramen') // '#TonkotsuRamen'
 */
function hashtagOf(words: string): string | undefined {
  const parts = onOneLine(words.replace(/['’]/gu, '').replace(/[^\p{L}\p{N}\p{M}_]+/gu, ' ')).split(' ')
  // Scripts without capitals keep their words apart by a line.
  const joint = /[\p{Lu}\p{Ll}]/u.test(words) ? '' : '_'
  const text = parts.map(raised).join(joint)
  return /\p{L}/u.test(text) && parts.length <= MOST_WORDS && text.length < MAX_LENGTH ? `#${text}` : undefined
}

const raised = (word: string): string => {
  const [first = ''] = word
  return first.toLocaleUpperCase() + word.slice(first.length)
}

/** Each tag once, whatever its capitals, and at most so many. */
function distinctTags(tags: readonly (string | undefined)[], most: number): string[] {
  const seen = new Set<string>()
  return tags
    .filter((tag): tag is string => {
      const key = tag?.toLocaleLowerCase()
      if (key === undefined || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, most)
}
