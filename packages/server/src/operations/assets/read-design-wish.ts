import type { AssetRequest } from '@platelight/typesetting/asset-request.ts'

export interface DesignWish extends Pick<AssetRequest, 'manner' | 'tone'> {
  /** As `#rrggbb`. */
  readonly colors: readonly string[]
  /** What was not understood. */
  readonly unread: readonly string[]
}

const MANNERS: Readonly<Record<string, AssetRequest['manner']>> = {
  elegant: 'elegant',
  classic: 'elegant',
  classy: 'elegant',
  luxurious: 'elegant',
  rustic: 'rustic',
  homely: 'rustic',
  traditional: 'rustic',
  bold: 'bold',
  loud: 'bold',
  strong: 'bold',
  minimal: 'minimal',
  minimalist: 'minimal',
  modern: 'minimal',
  clean: 'minimal',
  simple: 'minimal',
  plain: 'minimal',
  playful: 'playful',
  fun: 'playful',
  cheerful: 'playful',
  friendly: 'playful',
}

const TONES: Readonly<Record<string, AssetRequest['tone']>> = {
  dark: 'dark',
  moody: 'dark',
  night: 'dark',
  bright: 'bright',
  light: 'bright',
  airy: 'bright',
}

const COLOURS: Readonly<Record<string, string>> = {
  red: '#b3261e',
  burgundy: '#6d1a2d',
  wine: '#6d1a2d',
  orange: '#d9661f',
  yellow: '#f2c230',
  gold: '#b8892b',
  green: '#2f6b3c',
  olive: '#5f6b2a',
  teal: '#17686b',
  turquoise: '#1f8a8c',
  blue: '#1f4e8c',
  navy: '#1b2a4a',
  purple: '#5b2a7a',
  violet: '#5b2a7a',
  pink: '#c9436f',
  brown: '#5b3a26',
  beige: '#d8c6a5',
  grey: '#54565a',
  gray: '#54565a',
  black: '#1a1a1a',
}

/** Words that say nothing on their own. */
const FILLERS = new Set(
  'a an the and or with in of for on to as please make it look looking style styled design designed colour color colours colors coloured tone tones theme very more but some is should be like background poster menu flyer post banner'.split(
    ' ',
  ),
)

/**
 * Reads the words of a prompt that steer a design.
 *
 * @example readDesignWish('elegant and dark, in navy, with dragons') // { manner: 'elegant', tone: 'dark', colors: ['#1b2a4a'], unread: ['dragons'] }
 */
export function readDesignWish(prompt: string): DesignWish {
  const words = prompt.toLowerCase().match(/#[0-9a-f]{6}\b|[\p{L}\p{M}\p{N}'-]+/gu) ?? []
  const colorOf = (word: string) => (word.startsWith('#') ? word : COLOURS[word])
  const manner = words.map((word) => MANNERS[word]).find((one) => one !== undefined)
  const tone = words.map((word) => TONES[word]).find((one) => one !== undefined)
  const isRead = (word: string) => word in MANNERS || word in TONES || colorOf(word) !== undefined || FILLERS.has(word)
  return {
    ...(manner && { manner }),
    ...(tone && { tone }),
    colors: words.flatMap((word) => colorOf(word) ?? []),
    unread: [...new Set(words.filter((word) => !isRead(word)))],
  }
}
