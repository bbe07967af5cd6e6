import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import type { Choices } from './captions/caption-texts.ts'

/**
 * Chooses one of several texts by what they are about: the same key always gets the same one, and another key most likely
 * another one.
 */
export const chooseText = (choices: Choices, key: string): string => seededRandom(0, key).pick(choices)

/** A template with its gaps filled. A gap without a value is left out. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
