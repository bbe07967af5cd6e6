import { hasAddress, hasWords, onOneLine } from '../../operations/copy/clean-text.ts'
import { BRIEF_BOUNDS, CAPTION_BOUNDS } from '../../operations/copy/copy-bounds.ts'
import type { CopyLanguage } from '../../operations/copy/copy-languages.ts'
import type { Brief } from '../../operations/copy/write-brief.ts'
import type { Caption } from '../../operations/copy/write-caption.ts'
import { ChatModelError, field } from './chat-model.ts'
import { inventedClaim, inventedNumber } from './invented-claims.ts'
import { canBeIn } from './written-language.ts'

/** What a text must agree with. */
export interface CopyInput {
  readonly language: CopyLanguage
  /** Everything that the caller typed. */
  readonly typed: string
}

/** The caption in the answer of a model. @throws ChatModelError when a check fails */
export function readCaption(answer: string, input: CopyInput): Caption {
  const found = objectIn(answer)
  const headline = textOf(found, 'headline', CAPTION_BOUNDS.headline)
  const caption = textOf(found, 'caption', CAPTION_BOUNDS.caption)
  const alt_text = textOf(found, 'alt_text', CAPTION_BOUNDS.altText)
  const hashtags = listOf(found, 'hashtags', CAPTION_BOUNDS.hashtags, CAPTION_BOUNDS.hashtag - 1).map(asHashtag)
  const written = [headline, caption, alt_text].join('\n')
  const tags = hashtags.join(' ')
  // A hashtag joins words, in which a claim stands without spaces.
  const apart = tags.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
  check([written, tags, apart].join('\n'), written, input)
  const number = inventedNumber(`${written}\n${tags}`, input.typed)
  if (number !== undefined) throw new ChatModelError(`it names the number ${number}, which was not given`)
  return { headline, caption, hashtags: [...new Set(hashtags)], alt_text }
}

/** The brief in the answer of a model. @throws ChatModelError when a check fails */
export function readBrief(answer: string, input: CopyInput): Brief {
  const found = objectIn(answer)
  const part = (name: string) => textOf(found, name, BRIEF_BOUNDS.part)
  const brief = {
    subject: part('subject'),
    composition: part('composition'),
    light: part('light'),
    surface: part('surface'),
    props: listOf(found, 'props', BRIEF_BOUNDS.props, BRIEF_BOUNDS.prop),
    camera: part('camera'),
  }
  const { subject, composition, light, surface, props, camera } = brief
  const sentences = [subject, composition, light, surface, props.join(', '), camera].map((text) =>
    /[.!?…؟]$/u.test(text) ? text : `${text}.`,
  )
  const prompt = sentences.join(' ')
  if (prompt.length > BRIEF_BOUNDS.prompt) throw new ChatModelError('its texts are too long together')
  check(prompt, prompt, input)
  return { prompt, brief }
}

function check(all: string, sentences: string, { language, typed }: CopyInput): void {
  const claim = inventedClaim(all, typed)
  if (claim !== undefined) throw new ChatModelError(`it says something about ${claim}, which was not given`)
  if (!canBeIn(language, sentences, typed)) throw new ChatModelError('it is in another language')
}

/** The object that an answer is, or that stands in it alone between signs of a code block. */
function objectIn(answer: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\s*([\s\S]*?)```\s*$/iu.exec(answer) ?? []
  try {
    return JSON.parse(fenced ?? answer)
  } catch {
    throw new ChatModelError('its answer is no JSON')
  }
}

function textOf(found: unknown, name: string, most: number): string {
  return asText(field(found, name), name, most)
}

function listOf(found: unknown, name: string, most: number, length: number): string[] {
  const list = field(found, name)
  if (!Array.isArray(list) || list.length === 0 || list.length > most) {
    throw new ChatModelError(`${name} is not a list of 1 to ${most} texts`)
  }
  return list.map((one: unknown) => asText(one, name, length))
}

function asText(value: unknown, name: string, most: number): string {
  const text = typeof value === 'string' ? onOneLine(value) : ''
  if (!hasWords(text)) throw new ChatModelError(`${name} is missing`)
  if (text.length > most) throw new ChatModelError(`${name} is longer than ${most} characters`)
  if (hasAddress(text) || /<[a-z/!]|\p{Cc}|\p{Co}/iu.test(text)) {
    throw new ChatModelError(`${name} contains an address, markup or characters that are not printed`)
  }
  return text
}

function asHashtag(text: string): string {
  const tag = text.replace(/^#?/u, '#').replace(/\s+/gu, '')
  if (!/^#[\p{L}\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(tag)) throw new ChatModelError('a hashtag is none')
  return tag
}
