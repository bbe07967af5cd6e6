import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { readCharacterMap } from './read-character-map.ts'

/** Which font a text is set in. */
export type FontRole = 'display' | 'strong' | 'text'

/** The manner of the letters of headlines. */
export type Manner = 'bold' | 'elegant' | 'rustic' | 'playful' | 'minimal'

/** The fonts that may write a text, the first choice first. Their names are those of families. */
export type FontChoice = readonly string[]

/** Font files by the names of their families. */
export type FontFiles = Readonly<Record<FontFamily, string>>

/** Every family that a layout can use. */
export const FONT_FAMILIES = [
  'Set Display Bold',
  'Set Display Elegant',
  'Set Display Rustic',
  'Set Display Playful',
  'Set Display Minimal',
  'Set Sans',
  'Set Sans Strong',
  'Set Arabic',
  'Set Arabic Strong',
  'Set Hebrew',
  'Set Hebrew Strong',
  'Set Devanagari',
  'Set Devanagari Strong',
  'Set Thai',
  'Set Thai Strong',
  'Set Japanese',
  'Set Chinese',
  'Set Korean',
  'Set Emoji',
] as const

export type FontFamily = (typeof FONT_FAMILIES)[number]

/** A character that is seen. Joiners, marks of direction and choices of form are not, and need no glyph. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u
/** A character of an emoji, also of one that is several. */
export const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u
const SCRIPTS = ['Arabic', 'Hebrew', 'Devanagari', 'Thai'] as const
const MEASURED_AT = 100

/** The fonts of a server, opened. Letters are measured and drawn with these and never with those of the machine. */
export interface FontBook {
  /** The fonts for a text. `all` is the copy as a whole, which tells in whose manner Chinese characters are written. */
  choose(text: string, role: FontRole, manner: Manner, all: string): FontChoice
  /** The characters that no font has, each once. */
  missing(text: string): string[]
  /** How far letters reach above and below the line on which they stand. */
  inkOf(line: string, font: FontChoice, size: number): { above: number; below: number }
  /** The width of a line. */
  measure(line: string, font: FontChoice, size: number): number
  /** The number of the space in the font that writes spaces. */
  spaceOf(font: FontChoice): number
}

export const fontOf = (choice: FontChoice, size: number): string =>
  `${size}px ${choice.map((family) => `"${family}"`).join(', ')}`

/** Opens fonts, each of which is loaded once. */
export function openFontBook(files: FontFiles): FontBook {
  const maps = new Map<FontFamily, ReadonlyMap<number, number>>()
  for (const family of FONT_FAMILIES) {
    if (!GlobalFonts.has(family) && !GlobalFonts.registerFromPath(files[family], family)) {
      throw new Error(`the font ${files[family]} cannot be loaded`)
    }
    // Its file is compressed, and what it has is a property of characters.
    if (family !== 'Set Emoji') maps.set(family, readCharacterMap(readFileSync(files[family])))
  }
  const has = (family: FontFamily, character: string) =>
    family === 'Set Emoji' ? EMOJI.test(character) : maps.get(family)?.has(character.codePointAt(0) ?? 0) === true
  const seen = (text: string) => [...new Set(text.normalize('NFC'))].filter((character) => SEEN.test(character))

  const context = createCanvas(1, 1).getContext('2d')
  const widths = new Map<string, number>()

  return {
    choose: (text, role, manner, all) => {
      const [sans, display] = [role === 'text' ? 'Set Sans' : 'Set Sans Strong', DISPLAY[manner]] as const
      // One word in two fonts is ugly, so the display font writes all that is no script of its own, or nothing.
      const isWhole = seen(text).every((one) => has(display, one) || !has('Set Sans Strong', one))
      const scripts = SCRIPTS.map((script): FontFamily => `Set ${script}${role === 'text' ? '' : ' Strong'}`)
      return [...(role === 'display' && isWhole ? [display] : []), sans, ...scripts, ...hanOrder(all), 'Set Emoji']
    },

    missing: (text) => seen(text).filter((one) => !FONT_FAMILIES.some((family) => has(family, one))),

    measure: (line, font, size) => {
      const key = `${font.join()}\n${line}`
      let width = widths.get(key)
      if (width === undefined) {
        context.font = fontOf(font, MEASURED_AT)
        width = context.measureText(line).width
        if (widths.size > MOST_WIDTHS) widths.clear()
        widths.set(key, width)
      }
      return (width * size) / MEASURED_AT
    },

    inkOf: (line, font, size) => {
      context.font = fontOf(font, size)
      const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(line)
      return { above: actualBoundingBoxAscent, below: actualBoundingBoxDescent }
    },

    spaceOf: ([first]) => maps.get(first as FontFamily)?.get(0x20) ?? 0,
  }
}

const MOST_WIDTHS = 20_000

const DISPLAY: Readonly<Record<Manner, FontFamily>> = {
  bold: 'Set Display Bold',
  elegant: 'Set Display Elegant',
  rustic: 'Set Display Rustic',
  playful: 'Set Display Playful',
  minimal: 'Set Display Minimal',
}

/** Chinese, Japanese and Korean write the same characters in different forms. */
function hanOrder(all: string): FontFamily[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all)) return ['Set Japanese', 'Set Chinese', 'Set Korean']
  if (/\p{Script=Hangul}/u.test(all)) return ['Set Korean', 'Set Chinese', 'Set Japanese']
  return ['Set Chinese', 'Set Japanese', 'Set Korean']
}
