import { type AssetLogo, type AssetRequest, type CopyField, wholeCopy } from '../asset-request.ts'
import type { FontBook, Manner } from '../fonts/font-book.ts'
import { directionOf } from '../text/text-direction.ts'
import { contrastOf, readableOn } from './colours.ts'
import { FORMATS, type Format } from './formats.ts'
import { inlineBlock } from './inline-block.ts'
import { itemStack } from './item-blocks.ts'
import type { Piece } from './page-layouts.ts'
import { type Ground, type Palette, PRESET_STYLES, paletteOf } from './palette.ts'
import { type Align, logoBlock, ruleBlock, type Setter, type Stacked, textBlock } from './text-blocks.ts'

/** What a page is made of, ready to be placed. */
export interface Composition {
  readonly request: AssetRequest
  readonly format: Format
  readonly palette: Palette
  readonly manner: Manner
  readonly setter: Setter
  /** The copy as a whole is written from right to left. */
  readonly isFromRight: boolean
}

export function compositionOf(
  request: AssetRequest,
  { ground, format = FORMATS[request.type] }: { readonly ground?: Ground; readonly format?: Format },
  book: FontBook,
): Composition {
  const style = PRESET_STYLES[request.preset]
  const manner = request.manner ?? style.manner
  const all = wholeCopy(request.copy)
  return {
    request,
    format,
    palette: paletteOf(request, ground ?? style.ground),
    manner,
    setter: { book, font: (text, role) => book.choose(text, role, manner, all) },
    isFromRight: directionOf(leadOf(request)?.text ?? all) === 'rtl',
  }
}

/** The text that is set largest: that of the occasion, or the next one that there is. */
export function leadOf({ copy, preset }: AssetRequest): { field: CopyField; text: string } | undefined {
  const { leads } = PRESET_STYLES[preset]
  const order: CopyField[] =
    copy.headline !== '' && leads !== 'offer' ? ['headline'] : [leads, 'headline', 'offer', 'business_name']
  const field = order.find((one) => copy[one] !== '')
  return field && { field, text: copy[field] }
}

/** The colour behind a logo that would not be seen on the ground of the page. */
function plateOf({ color }: AssetLogo, { ground, badge, isPaper }: Palette): string | undefined {
  if (color === undefined) return isPaper ? undefined : '#ffffff'
  if (contrastOf(ground, color) >= LOGO_SEEN) return undefined
  return contrastOf('#ffffff', color) >= LOGO_SEEN ? '#ffffff' : readableOn(color, badge)
}

/** WCAG's contrast of graphics. */
const LOGO_SEEN = 3

/** Sets a piece of the copy. Nothing if the copy does not have it. */
export function setPiece(piece: Piece, composition: Composition, align: Align): Stacked[] {
  const { request, format, palette, setter, manner, isFromRight } = composition
  const { copy, logo } = request
  const { sizes, least, leastLead } = format
  const lead = leadOf(request)
  const line = (
    field: CopyField,
    style: { size: number; min: number; color: string; role: 'display' | 'strong' | 'text'; panel?: string },
    gap: number,
  ): Stacked[] =>
    copy[field] === '' ? [] : [{ block: textBlock({ text: copy[field], field }, { align, ...style }, setter), gap }]
  switch (piece) {
    case 'logo': {
      if (!logo) return []
      const plate = plateOf(logo, palette)
      const options = { aspect: logo.width / logo.height, height: sizes.lead * 0.8, align, isFromRight }
      return [{ block: logoBlock({ ...options, ...(plate && { plate }) }), gap: 0 }]
    }
    case 'name':
      return lead?.field === 'business_name'
        ? []
        : line(
            'business_name',
            { role: 'strong', size: sizes.name, min: least, color: palette.accent },
            sizes.name * 0.6,
          )
    case 'lead': {
      if (!lead) return []
      const length = sizes.lead * (manner === 'bold' ? 0.9 : 1.3)
      const rule = {
        length,
        thickness: sizes.lead * (manner === 'bold' || manner === 'playful' ? 0.075 : 0.02),
        color: palette.accent,
        align,
        isFromRight,
      }
      return [
        ...line(
          lead.field,
          { role: 'display', size: sizes.lead, min: leastLead, color: palette.ink },
          sizes.lead * 0.28,
        ),
        ...(copy.offer !== '' || copy.items.length > 0 ? [{ block: ruleBlock(rule), gap: sizes.lead * 0.22 }] : []),
      ]
    }
    case 'offer': {
      const rest: CopyField[] = ['headline', 'offer']
      const isLoud = manner === 'bold' || manner === 'playful'
      return rest
        .filter((field) => field !== lead?.field)
        .flatMap((field) =>
          field === 'offer' && isLoud
            ? line(
                field,
                { role: 'display', size: sizes.second, min: least * 1.2, color: palette.onBadge, panel: palette.badge },
                sizes.second * 0.6,
              )
            : line(
                field,
                {
                  role: 'display',
                  size: sizes.second,
                  min: least * 1.2,
                  color: field === 'offer' ? palette.accent : palette.ink,
                },
                sizes.second * 0.55,
              ),
        )
    }
    case 'items': {
      const style = { size: sizes.item, min: least, palette, hasLeader: align === 'center' }
      return itemStack(copy.items, style, setter, align).map((one, index) =>
        index === 0 ? { ...one, gap: sizes.item * 1.7 } : one,
      )
    }
    case 'contacts': {
      const fields: CopyField[] = ['tagline', 'address', 'phone', 'website']
      const texts = fields.filter((field) => copy[field] !== '').map((field) => ({ field, text: copy[field] }))
      if (texts.length === 0) return []
      const style = {
        role: 'text' as const,
        size: sizes.contact,
        min: Math.min(least, sizes.contact),
        color: palette.quiet,
        align,
      }
      return [{ block: inlineBlock(texts, style, setter), gap: sizes.contact * 1.8 }]
    }
  }
}

export const setPieces = (pieces: readonly Piece[], composition: Composition, align: Align) =>
  pieces.flatMap((piece) => setPiece(piece, composition, align))
