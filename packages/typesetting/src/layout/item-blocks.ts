import type { CopyItem } from '../asset-request.ts'
import type { Shape } from '../drawing-list.ts'
import { breakLines } from '../text/break-lines.ts'
import { directionOf } from '../text/text-direction.ts'
import type { Palette } from './palette.ts'
import { type Block, lineHeightOf, lineShape, type Setter, type Stacked, sizeAt, textBlock } from './text-blocks.ts'

export interface ItemStyle {
  /** Of names, in points. */
  readonly size: number
  readonly min: number
  readonly palette: Palette
  /** Dots between a name and its price. */
  readonly hasLeader: boolean
}

/** How much smaller descriptions are than names. */
const DESCRIPTION = 0.8

/** A dish: its name, its price at the other end of the line, and what is in it. */
export const itemBlock =
  (item: CopyItem, index: number, style: ItemStyle, setter: Setter): Block =>
  (width, scale) => {
    const { palette, hasLeader } = style
    const size = sizeAt(style, scale)
    const fieldOf = (part: string) => `items_json.${index}.${part}`
    const nameFont = setter.font(item.name, 'strong')
    const price = item.price ?? ''
    const priceFont = setter.font(price, 'strong')
    const priceWidth = price === '' ? 0 : setter.book.measure(price, priceFont, size)
    const gap = price === '' ? 0 : 1.2 * size
    if (priceWidth > width) return undefined
    const measure = (line: string) => setter.book.measure(line, nameFont, size)
    const isBeside = priceWidth <= MOST_PRICE * width
    const lines = breakLines(item.name, isBeside ? width - priceWidth - gap : width, measure)
    if (!lines) return undefined
    const room = Math.max(lineHeightOf(item.name, 'strong'), lineHeightOf(price, 'strong')) * size
    const nameHeight = lines.length * room
    const isFromRight = directionOf(item.name) === 'rtl'
    const described = item.description
      ? textBlock(
          { text: item.description, field: fieldOf('description') },
          { role: 'text', size: DESCRIPTION * size, min: 0, color: palette.quiet, align: 'start', isFixed: true },
          setter,
        )(isBeside ? width - priceWidth - gap : width, scale)
      : undefined
    if (item.description && !described) return undefined
    const priceRow = isBeside ? 0 : room
    return {
      height: nameHeight + priceRow + (described?.height ?? 0),
      place: (x, y) => {
        const shapes: Shape[] = []
        const last = lines.length - 1
        for (const [row, text] of lines.entries()) {
          const lineWidth = measure(text)
          const at = isFromRight ? x + width - lineWidth : x
          const line = { font: nameFont, size, color: palette.ink, room, width: lineWidth, x: at, y: y + row * room }
          shapes.push(lineShape({ text, field: fieldOf('name') }, line))
          if (hasLeader && isBeside && price !== '' && row === last) {
            const from = isFromRight ? x + priceWidth + size / 2 : x + lineWidth + size / 2
            const to = isFromRight ? at - size / 2 : x + width - priceWidth - size / 2
            shapes.push(...leader(from, to, y + row * room + room / 2 + LEADER_DROP * size, size, palette.quiet))
          }
        }
        if (price !== '') {
          const row = isBeside ? last : last + 1
          const at = { x: isFromRight ? x : x + width - priceWidth, y: y + row * room }
          const line = { font: priceFont, size, color: palette.accent, room, width: priceWidth, ...at }
          shapes.push(lineShape({ text: price, field: fieldOf('price') }, line))
        }
        const left = isFromRight && isBeside ? x + priceWidth + gap : x
        return [...shapes, ...(described?.place(left, y + nameHeight + priceRow) ?? [])]
      },
    }
  }

/** The share of a line that a price takes at most; a longer one gets a line of its own. */
const MOST_PRICE = 0.45
/** From the middle of a line to where letters stand, in font sizes. */
const LEADER_DROP = 0.26

function leader(from: number, to: number, y: number, size: number, color: string): Shape[] {
  const step = 0.42 * size
  const dot = 0.075 * size
  const count = Math.floor((to - from) / step)
  if (count < 2) return []
  // Dots of all lines stand below one another.
  const first = Math.ceil(from / step) * step
  return Array.from({ length: count }, (_, index) => first + index * step)
    .filter((x) => x + dot <= to)
    .map((x) => ({ kind: 'fill', box: { x, y: y - dot, width: 2 * dot, height: 2 * dot }, color, radius: dot }))
}

/** The dishes of a section, under its name. */
export interface Section {
  readonly name: string
  readonly items: readonly { readonly item: CopyItem; readonly index: number }[]
}

/** Dishes that follow one another with the same section. */
export function sectionsOf(items: readonly CopyItem[]): Section[] {
  const sections: { name: string; items: { item: CopyItem; index: number }[] }[] = []
  for (const [index, item] of items.entries()) {
    const name = item.section ?? ''
    const last = sections.at(-1)
    if (last && last.name === name) last.items.push({ item, index })
    else sections.push({ name, items: [{ item, index }] })
  }
  return sections
}

/** The name of a section, larger than those of its dishes. */
export const sectionBlock = (
  { name, items }: Section,
  style: ItemStyle,
  setter: Setter,
  align: 'start' | 'center',
): Block =>
  textBlock(
    { text: name, field: `items_json.${items[0]?.index ?? 0}.section` },
    {
      role: 'display',
      size: SECTION * style.size,
      min: SECTION * style.min,
      color: style.palette.accent,
      align,
    },
    setter,
  )

const SECTION = 1.55

/** All dishes below one another, as on a poster. */
export const itemStack = (
  items: readonly CopyItem[],
  style: ItemStyle,
  setter: Setter,
  align: 'start' | 'center',
): Stacked[] =>
  sectionsOf(items).flatMap((section) => [
    ...(section.name === '' ? [] : [{ block: sectionBlock(section, style, setter, align), gap: 1.1 * style.size }]),
    ...section.items.map(({ item, index }) => ({
      block: itemBlock(item, index, style, setter),
      gap: 0.5 * style.size,
    })),
  ])
