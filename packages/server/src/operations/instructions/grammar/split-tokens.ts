import { normaliseText } from './normalise-text.ts'

/** One word, number or sign of an instruction. */
export type RawToken =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: number; readonly isSigned: boolean }
  /** `4:5` and `3/4`. A slash may also be a fraction. */
  | {
      readonly kind: 'ratio'
      readonly text: string
      readonly width: number
      readonly height: number
      readonly isFraction: boolean
    }
  /** `1200x800`. */
  | { readonly kind: 'size'; readonly text: string; readonly width: number; readonly height: number }
  /** The number of `2x` and `x2`. */
  | { readonly kind: 'factor'; readonly text: string; readonly value: number }
  /** `4K`: about so many thousand pixels. */
  | { readonly kind: 'resolution'; readonly text: string; readonly thousands: number }
  | { readonly kind: 'quote'; readonly text: string }
  /** A comma is weak: it may also stand within one step. */
  | { readonly kind: 'break'; readonly text: string }

const QUOTES = /["“„«](.{1,200}?)["”“»]/u
const NUMBER = String.raw`\d+(?:[.,]\d+)?`
/** A ratio has small numbers, a size large ones. */
const LARGEST_RATIO = 32

const PATTERN = new RegExp(
  [
    `(?<quote>${QUOTES.source})`,
    String.raw`(?<colon>${NUMBER}\s?[:/]\s?${NUMBER})`,
    String.raw`(?<cross>\d+\s?x\s?\d+)`,
    String.raw`(?<resolution>\b[124]k\b)`,
    String.raw`(?<factor>\b${NUMBER}\s?x(?![\p{L}\d])|\bx\s?${NUMBER})`,
    String.raw`(?<number>(?<![\p{L}\d])[+-]\s?${NUMBER}|${NUMBER})`,
    String.raw`(?<word>\p{L}+|[%°&€$])`,
    String.raw`(?<stop>[.,;:!?\n]+)`,
  ].join('|'),
  'gu',
)

/**
 * The most words, numbers and signs that are read. A longer text is no instruction, and it must not take longer to find that out
 * than to read the longest one.
 */
export const MOST_TOKENS = 300

const toNumber = (text: string): number => Number(text.replace(',', '.').replace(/\s/g, ''))

/**
 * Splits an instruction into words, numbers and signs. Quoted text stays as it was written.
 *
 * @returns at most one token more than `MOST_TOKENS`, whatever the text
 * @example splitTokens('Crop to 4:5, +20 %') // crop, to, 4:5, a break, +20, %
 */
export function splitTokens(text: string): RawToken[] {
  const quoted = new Map<string, string>()
  // Quoted text is put aside before capitals and accents are lost.
  const marked = text.replace(new RegExp(QUOTES.source, 'gu'), (whole, inner: string) => {
    quoted.set(normaliseText(whole), inner)
    return whole
  })
  const tokens: RawToken[] = []
  for (const { 0: found, groups = {} } of normaliseText(marked).matchAll(PATTERN)) {
    tokens.push(
      groups.quote === undefined ? tokenOf(found, groups) : { kind: 'quote', text: quoted.get(found) ?? found },
    )
    if (tokens.length > MOST_TOKENS) break
  }
  return tokens
}

function tokenOf(found: string, groups: Readonly<Record<string, string | undefined>>): RawToken {
  if (groups.colon !== undefined) {
    const [width = 0, height = 0] = found.split(/[:/]/).map(toNumber)
    return { kind: 'ratio', text: found.replace(/\s/g, ''), width, height, isFraction: found.includes('/') }
  }
  if (groups.cross !== undefined) {
    const [width = 0, height = 0] = found.split('x').map(toNumber)
    const isRatio = Math.max(width, height) <= LARGEST_RATIO
    return isRatio
      ? { kind: 'ratio', text: found, width, height, isFraction: false }
      : { kind: 'size', text: found, width, height }
  }
  if (groups.resolution !== undefined) {
    return { kind: 'resolution', text: found, thousands: Number(found.charAt(0)) }
  }
  if (groups.factor !== undefined) return { kind: 'factor', text: found, value: toNumber(found.replace('x', '')) }
  if (groups.number !== undefined) {
    return { kind: 'number', text: found, value: toNumber(found), isSigned: /^[+-]/.test(found) }
  }
  if (groups.stop !== undefined) return { kind: 'break', text: found }
  return { kind: 'word', text: found }
}
