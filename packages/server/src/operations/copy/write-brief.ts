import type { Dish } from '@platelight/drawing/preview/dishes/served-dish.ts'
import type { FoundDish } from '@platelight/drawing/preview/reading/find-dish.ts'
import { foldWords } from '@platelight/drawing/preview/reading/fold-words.ts'
import { readPrompt } from '@platelight/drawing/preview/reading/read-prompt.ts'
import { vesselIn } from '@platelight/drawing/preview/reading/setting-words.ts'
import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import type { BriefTexts, Freshness } from './briefs/brief-texts.ts'
import { BRIEFS_AR } from './briefs/briefs-ar.ts'
import { BRIEFS_DE } from './briefs/briefs-de.ts'
import { BRIEFS_EN } from './briefs/briefs-en.ts'
import { BRIEFS_ES } from './briefs/briefs-es.ts'
import { BRIEFS_FR } from './briefs/briefs-fr.ts'
import { BRIEFS_IT } from './briefs/briefs-it.ts'
import { BRIEFS_PT } from './briefs/briefs-pt.ts'
import { chooseText, fill } from './choose-text.ts'
import { capitalised, cleanText } from './clean-text.ts'
import type { CopyLanguage } from './copy-languages.ts'
import { foodGroupOf } from './food-groups.ts'
import { readDishText } from './read-dish-text.ts'

const TEXTS: Readonly<Record<CopyLanguage, BriefTexts>> = {
  en: BRIEFS_EN,
  es: BRIEFS_ES,
  fr: BRIEFS_FR,
  de: BRIEFS_DE,
  it: BRIEFS_IT,
  pt: BRIEFS_PT,
  ar: BRIEFS_AR,
}

const DISH_LENGTH = 300

export interface BriefParts {
  readonly subject: string
  readonly composition: string
  readonly light: string
  readonly surface: string
  readonly props: string[]
  readonly camera: string
}

export interface Brief {
  readonly prompt: string
  readonly brief: BriefParts
}

/**
 * Writes a brief for a photo of a dish: what the words say of its setting is kept, and the rest is chosen to suit the dish.
 * The same words always give the same brief.
 *
 * @param prompt has words
 */
export function writeBrief(prompt: string, language: CopyLanguage): Brief {
  const texts = TEXTS[language]
  const words = cleanText(prompt)
  const dish = readDishText(words, DISH_LENGTH)
  const { scene, dish: found } = readPrompt(words, seededRandom(0, foldWords(words)))
  const { inserted = (text) => text, typeset = (text) => text } = texts
  const choose = (choices: readonly [string, ...string[]], part: string) => chooseText(choices, `${part}\n${dish.full}`)

  const subject = [
    inserted(capitalised(dish.full)),
    ...(found.found === 'nothing' || namesVessel(words, found.name) ? [] : [texts.vessels[scene.vessel]]),
    choose(texts.freshness[freshnessOf(words, found, scene.steam)], 'freshness'),
  ]
  const brief: BriefParts = {
    subject: typeset(subject.filter((part) => part !== '').join(texts.comma)),
    composition: typeset(choose(texts.composition[scene.angle], 'composition')),
    light: typeset(`${choose(texts.light[scene.light], 'light')}${texts.comma}${texts.moods[scene.style]}`),
    surface: typeset(texts.surfaces[scene.surface]),
    props: [texts.tools[toolOf(found.dish)], choose(texts.beside, 'beside')].filter((prop) => prop !== ''),
    camera: typeset(texts.camera[scene.angle]),
  }
  const props = typeset(fill(texts.props, { props: brief.props.join(texts.comma) }))
  const { composition, light, surface, camera } = brief
  const sentences = [brief.subject, composition, light, surface, props, camera]
  return { prompt: sentences.map((sentence) => `${sentence}.`).join(' '), brief }
}

/** Whether the words say themselves what the dish is served in. */
function namesVessel(words: string, dishName: string): boolean {
  const folded = foldWords(words)
  return vesselIn(dishName === '' ? folded : folded.replace(dishName, '•')) !== undefined
}

function freshnessOf(words: string, { dish: { drink, hot }, found }: FoundDish, steam: boolean): Freshness {
  if (found === 'nothing') return 'any'
  if (drink !== undefined && !hot) return 'drink'
  if (foodGroupOf(words).group === 'sweet') return 'sweet'
  return hot || steam ? 'hot' : 'cold'
}

const toolOf = ({ tool, drink }: Dish): 'fork' | 'chopsticks' | 'spoon' | 'none' => (drink ? 'none' : (tool ?? 'none'))
