import { type AssetRequest, EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import type { Box, DrawingList, Page, Shape } from '@platelight/typesetting/drawing-list.ts'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { textsOf } from './asset-copies.ts'

export const book = assetFonts()
export const requestOf = (given: Partial<AssetRequest>): AssetRequest => ({
  type: 'poster',
  preset: 'daily_special',
  copy: EMPTY_COPY,
  pictures: [],
  colors: [],
  ...given,
})

export const SLACK = 0.01
const isWithin = ({ x, y, width, height }: Box, page: Page) =>
  x >= -SLACK && y >= -SLACK && x + width <= page.width + SLACK && y + height <= page.height + SLACK
const overlap = (a: Box, b: Box) =>
  a.x + a.width > b.x + SLACK &&
  b.x + b.width > a.x + SLACK &&
  a.y + a.height > b.y + SLACK &&
  b.y + b.height > a.y + SLACK

/** What may not lie on one another. Grounds, veils and what is drawn around text may. */
const isSolid = (shape: Shape): boolean =>
  ['text', 'cut-out', 'logo'].includes(shape.kind) || (shape.kind === 'picture' && !shape.isBackdrop)

/** The texts of a list by field, as they are read: the lines of one field after the other. */
function printed(list: DrawingList): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const shape of list.pages.flatMap(({ shapes }) => shapes)) {
    if (shape.kind !== 'text') continue
    fields.set(shape.field, [...(fields.get(shape.field) ?? []), shape.text])
  }
  return fields
}

const spaceless = (text: string) => text.replace(/\s+/g, '')

/** What is wrong with a layout: texts that are missing or changed, and what overlaps or leaves its page. */
export function problemsOf(list: DrawingList, request: AssetRequest): string[] {
  const problems: string[] = []
  for (const [number, page] of list.pages.entries()) {
    const solid = page.shapes.filter(isSolid)
    for (const [index, one] of solid.entries()) {
      const name = (shape: Shape) => `${shape.kind} ${shape.kind === 'text' ? shape.text : ''}`
      if (!isWithin(one.box, page)) problems.push(`${name(one)} leaves page ${number + 1}`)
      for (const other of solid.slice(index + 1))
        if (overlap(one.box, other.box)) problems.push(`${name(one)} overlaps ${name(other)}`)
    }
  }
  const found = printed(list)
  const wanted = textsOf(request.copy)
  for (const [field, text] of wanted) {
    const lines = found.get(field) ?? []
    if (spaceless(lines.join('')) !== spaceless(text))
      problems.push(`${field} reads ${lines.join(' / ')} instead of ${text}`)
  }
  if (found.size !== wanted.length) problems.push(`${found.size} texts instead of ${wanted.length}`)
  return problems
}
