import { type AssetCopy, COPY_FIELDS, type CopyField } from '../asset-request.ts'
import type { FontBook } from '../fonts/font-book.ts'

/** Why words cannot be set. */
export type CopyFault =
  | {
      readonly ok: false
      readonly reason: 'glyph_missing'
      readonly field: string
      readonly characters: readonly string[]
    }
  | { readonly ok: false; readonly reason: 'copy_does_not_fit'; readonly field: string; readonly fits: number }

/** The first field with a character that no font has. */
export function missingGlyphs({ items, ...lines }: AssetCopy, book: FontBook): CopyFault | undefined {
  const texts: [string, string][] = [
    ...COPY_FIELDS.map((field): [string, string] => [field, lines[field]]),
    ...items.flatMap((item, index) =>
      (['name', 'description', 'price', 'section'] as const).map((part): [string, string] => [
        `items_json.${index}.${part}`,
        item[part] ?? '',
      ]),
    ),
  ]
  for (const [field, text] of texts) {
    const characters = book.missing(text)
    if (characters.length > 0) return { ok: false, reason: 'glyph_missing', field, characters }
  }
  return undefined
}

/** The longest field, and how much of it fits: characters of a text, or dishes of a list. */
export function tooMuchCopy(copy: AssetCopy, fits: (copy: AssetCopy) => boolean): CopyFault {
  const sizeOfItems = JSON.stringify(copy.items).length
  const fields = [...COPY_FIELDS].sort((a, b) => copy[b].length - copy[a].length)
  const withItems = (count: number): AssetCopy => ({ ...copy, items: copy.items.slice(0, count) })
  const withText =
    (field: CopyField) =>
    (count: number): AssetCopy => ({ ...copy, [field]: [...copy[field]].slice(0, count).join('').trim() })
  const attempts = [
    ...fields
      .filter((field) => copy[field] !== '')
      .map((field) => ({
        field: field as string,
        length: [...copy[field]].length,
        weight: copy[field].length,
        at: withText(field),
      })),
    { field: 'items_json', length: copy.items.length, weight: sizeOfItems, at: withItems },
  ].sort((a, b) => b.weight - a.weight)
  const culprit = attempts.find(({ length, at }) => length > 0 && fits(at(0))) ?? attempts[0]
  if (!culprit) return { ok: false, reason: 'copy_does_not_fit', field: 'headline', fits: 0 }
  let [low, high] = [0, culprit.length]
  while (high - low > 1) {
    const tried = Math.floor((low + high) / 2)
    if (fits(culprit.at(tried))) low = tried
    else high = tried
  }
  return { ok: false, reason: 'copy_does_not_fit', field: culprit.field, fits: low }
}
