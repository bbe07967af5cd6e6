import type { Shape } from '../drawing-list.ts'
import { directionOf } from '../text/text-direction.ts'
import {
  type Block,
  type FieldText,
  lineHeightOf,
  lineShape,
  type Setter,
  sizeAt,
  stack,
  type TextStyle,
  textBlock,
} from './text-blocks.ts'

/** Texts beside one another with dots between them, in as many rows as they need, or below one another where one is too long. */
export const inlineBlock =
  (texts: readonly FieldText[], style: TextStyle, setter: Setter): Block =>
  (width, scale) => {
    const size = sizeAt(style, scale)
    const gap = 1.6 * size
    const set = texts.map((one) => {
      const font = setter.font(one.text, style.role)
      const own = setter.book.measure(one.text, font, size)
      return { one, font, width: own, room: lineHeightOf(one.text, style.role) * size }
    })
    if (set.some((one) => one.width > width || one.one.text.includes('\n'))) {
      return stack(texts.map((one) => ({ block: textBlock(one, style, setter), gap: 0 })))(width, scale)
    }
    const lengthOf = (row: typeof set) => row.reduce((sum, one) => sum + one.width, 0) + gap * (row.length - 1)
    const rows = evenRows(set, (row) => lengthOf(row) <= width)
    const isFromRight = texts[0] !== undefined && directionOf(texts[0].text) === 'rtl'
    const height = Math.max(...set.map(({ room }) => room))
    return {
      height: rows.length * height,
      place: (x, top) =>
        rows.flatMap((row, number) => {
          const y = top + number * height
          const free = width - lengthOf(row)
          let at = x + (style.align === 'center' ? free / 2 : isFromRight ? free : 0)
          const dot = 0.2 * size
          return (isFromRight ? [...row].reverse() : row).flatMap(({ one, font, width: own }, index): Shape[] => {
            const shape = lineShape(one, { font, size, color: style.color, room: height, width: own, x: at, y })
            const box = { x: at - gap / 2 - dot / 2, y: y + height / 2 - dot / 2, width: dot, height: dot }
            at += own + gap
            return index === 0 ? [shape] : [{ kind: 'fill', box, color: style.color, radius: dot / 2 }, shape]
          })
        }),
    }
  }

/** Things in order, in as few rows as take them, with about as many in each. */
function evenRows<One>(list: readonly One[], fits: (row: One[]) => boolean): One[][] {
  for (let count = 1; count < list.length; count++) {
    const rows = Array.from({ length: count }, (_, row) =>
      list.slice(Math.round((row * list.length) / count), Math.round(((row + 1) * list.length) / count)),
    )
    if (rows.every(fits)) return rows
  }
  return list.map((one) => [one])
}
