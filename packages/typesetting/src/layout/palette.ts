import type { AssetPreset, AssetRequest } from '../asset-request.ts'
import type { Manner } from '../fonts/font-book.ts'
import { contrastOf, luminanceOf, mix, readableOn, veilAlpha } from './colours.ts'

export type Ground = 'paper' | 'main' | 'dark'

interface PresetStyle {
  readonly manner: Manner
  readonly ground: Ground
  readonly main: string
  readonly accent: string
  /** What is set largest. */
  readonly leads: 'headline' | 'offer' | 'business_name'
}

/** How each occasion looks if neither the brand nor the request says otherwise. */
export const PRESET_STYLES: Readonly<Record<AssetPreset, PresetStyle>> = {
  daily_special: { manner: 'bold', ground: 'paper', main: '#8c2f1b', accent: '#e0a030', leads: 'headline' },
  new_dish: { manner: 'minimal', ground: 'paper', main: '#2f4a3c', accent: '#c9603a', leads: 'headline' },
  happy_hour: { manner: 'playful', ground: 'main', main: '#3b1f4f', accent: '#ffb545', leads: 'headline' },
  grand_opening: { manner: 'elegant', ground: 'dark', main: '#1f2a38', accent: '#d8b36a', leads: 'business_name' },
  seasonal: { manner: 'rustic', ground: 'paper', main: '#4c5a2a', accent: '#c4702b', leads: 'headline' },
  combo_deal: { manner: 'bold', ground: 'main', main: '#b3261e', accent: '#ffd23f', leads: 'offer' },
  full_menu: { manner: 'elegant', ground: 'paper', main: '#3a2a20', accent: '#9c6b30', leads: 'business_name' },
  event: { manner: 'elegant', ground: 'dark', main: '#2b1d2f', accent: '#d9a5b3', leads: 'headline' },
}

/** The colours of one page. Each is readable on its ground. */
export interface Palette {
  readonly ground: string
  readonly ink: string
  /** Descriptions and contacts. */
  readonly quiet: string
  /** Prices, sections and rules. */
  readonly accent: string
  /** Behind the offer. */
  readonly badge: string
  readonly onBadge: string
  readonly isPaper: boolean
}

const PAPER: Readonly<Record<Manner, string>> = {
  bold: '#fbf6ec',
  elegant: '#f7f2e8',
  rustic: '#f3e9d8',
  playful: '#fff7e6',
  minimal: '#fafaf7',
}
const INK = '#1d1a17'

export function paletteOf(request: AssetRequest, wanted: Ground): Palette {
  const { preset, colors, tone } = request
  const style = PRESET_STYLES[preset]
  const manner = request.manner ?? style.manner
  const [main = style.main] = colors
  const [
    ,
    second = colors.length > 0 ? mix(main, luminanceOf(main) > 0.4 ? '#000000' : '#ffffff', 0.55) : style.accent,
  ] = colors
  const deep = luminanceOf(main) > 0.08 ? mix(main, '#000000', 0.72) : main
  const kind = tone === 'dark' ? 'dark' : tone === 'bright' && wanted !== 'main' ? 'paper' : wanted
  const ground = { paper: mix(PAPER[manner], main, 0.02), main, dark: deep }[kind]
  const ink = readableOn(ground, kind === 'paper' ? mix(INK, main, 0.25) : '#fffaf0')
  const strong = kind === 'paper' ? main : second
  const badge = contrastOf(ground, strong) >= SEEN_APART ? strong : ink
  return {
    ground,
    ink,
    quiet: readableOn(ground, mix(ink, ground, 0.28)),
    accent: readableOn(ground, strong),
    badge,
    onBadge: readableOn(badge, contrastOf(badge, '#ffffff') > contrastOf(badge, INK) ? '#ffffff' : INK),
    isPaper: luminanceOf(ground) > 0.7,
  }
}

/** Enough for a shape to be seen on its ground. */
const SEEN_APART = 1.6

/** How opaque a veil in the colour of the ground must be for text on it, above any picture. */
export const veilOf = ({ ground, ink, quiet, accent }: Palette, least: number): number =>
  Math.max(least, ...[ink, quiet, accent].map((color) => veilAlpha(ground, color)))
