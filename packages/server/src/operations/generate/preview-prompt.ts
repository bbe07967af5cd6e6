import type { GenerateParams } from './generate-params.ts'

/**
 * Each style in the words of a prompt. They name no dish, because the descriptions of the catalogue do, and a placeholder
 * would show it.
 */
const STYLE_WORDS: Readonly<Record<NonNullable<GenerateParams['style']>, string>> = {
  professional: 'professional studio light from the side',
  natural_light: 'natural window light',
  bright_airy: 'bright and airy',
  dark_moody: 'dark and moody',
  overhead: 'overhead, top-down',
  macro: 'macro close-up',
  natural: 'natural light',
  moody: 'moody, low light',
  bright: 'bright light',
}

/** The words that a placeholder is drawn from: the prompt, and the style that was chosen beside it. */
export const previewPrompt = ({ prompt, style }: Pick<GenerateParams, 'prompt' | 'style'>): string =>
  style ? `${prompt}\n${STYLE_WORDS[style]}` : prompt
