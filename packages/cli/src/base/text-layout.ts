import { stripVTControlCharacters } from 'node:util'

// Not util.styleText: newer Node versions apply their own rules for NO_COLOR and FORCE_COLOR.
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  cyan: [36, 39],
} as const

type Style = keyof typeof STYLES

/** Colours a text, or returns it unchanged if colours are off. */
export type Colorize = (style: Style, text: string) => string

export const createColorize = (color: boolean): Colorize =>
  color ? (style, text) => `\x1b[${STYLES[style][0]}m${text}\x1b[${STYLES[style][1]}m` : (_, text) => text

/** Aligns cells in columns, two spaces apart. The last cell of a row is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  }
  return rows
    .map((row) =>
      row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n')
}

/** `1 photo`, `23 photos`, `1,000 photos`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** A duration for people: `8 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${Math.max(1, seconds)} s`
  const rest = seconds % 60
  return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

/** The day of a time, `2026-11-21`; empty if there is none. */
export const formatDay = (time: string | null | undefined): string => time?.slice(0, 10) ?? ''

/** A time to the minute in UTC, `2026-11-21 10:04 UTC`; empty if there is none. */
export const formatMinute = (time: string | null | undefined): string =>
  time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : ''

/** Characters that take two columns in a terminal and count as one here. Emoji count as two already. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

const widthOf = (text: string): number => {
  const plain = stripVTControlCharacters(text)
  return plain.length + (plain.match(WIDE)?.length ?? 0)
}

/**
 * Breaks lines between words, at most `width` columns wide, and keeps their indentation. A longer word has a line of its own.
 * A command goes on after a backslash, so that it can be copied whole.
 *
 * @param width undefined or 0 where no terminal shows the text
 */
export function wrapped(text: string, width: number | undefined): string {
  if (!width) return text
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= width ? line : wrappedLine(line, width)))
    .join('\n')
}

function wrappedLine(line: string, width: number): string {
  const [indent = ''] = /^ */.exec(line) ?? []
  const isCommand = line.startsWith('platelight ', indent.length)
  if (isCommand && process.platform === 'win32') return line
  const [end, next] = isCommand ? [' \\', `${indent}  `] : ['', indent]
  const lines: string[] = []
  let current = indent
  // A flag stays beside its value, and what is quoted stays together. A cell of a table keeps the space before it.
  const words = isCommand ? / *(?:--[\w-]+ (?=[^-]))?(?:'[^']*'|[^ ])+/g : / *[^ ]+/g
  for (const word of line.slice(indent.length).match(words) ?? []) {
    const isFirst = current.trim() === ''
    if (!isFirst && widthOf(current + word) + end.length > width) {
      lines.push(current + end)
      current = next + word.trimStart()
    } else current += word
  }
  return [...lines, current].join('\n')
}
