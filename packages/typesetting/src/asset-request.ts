import type { Part } from './drawing-list.ts'
import type { Manner } from './fonts/font-book.ts'

export const ASSET_TYPES = ['poster', 'flyer', 'post', 'banner', 'menu'] as const
export type AssetType = (typeof ASSET_TYPES)[number]

export const ASSET_PRESETS = [
  'daily_special',
  'new_dish',
  'happy_hour',
  'grand_opening',
  'seasonal',
  'combo_deal',
  'full_menu',
  'event',
] as const
export type AssetPreset = (typeof ASSET_PRESETS)[number]

export interface CopyItem {
  readonly name: string
  readonly description?: string
  readonly price?: string
  readonly section?: string
}

/** The fields of the copy that are one line or paragraph. */
export const COPY_FIELDS = ['business_name', 'headline', 'offer', 'tagline', 'address', 'phone', 'website'] as const
export type CopyField = (typeof COPY_FIELDS)[number]

/** Every text is printed once, exactly as it is. An empty one is left out. */
export interface AssetCopy extends Readonly<Record<CopyField, string>> {
  readonly items: readonly CopyItem[]
}

export const EMPTY_COPY: AssetCopy = {
  business_name: '',
  headline: '',
  offer: '',
  tagline: '',
  address: '',
  phone: '',
  website: '',
  items: [],
}

export interface AssetPicture {
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Where the dish is, if that is sure. Without it, the picture is never cropped. */
  readonly dish?: Part
  /** The size in pixels of the dish without its surroundings, if its outline is sure and the photo shows it whole. */
  readonly cutOut?: { readonly width: number; readonly height: number }
}

export interface AssetLogo {
  readonly width: number
  readonly height: number
  /** The mean colour of what is seen of it, as `#rrggbb`, if it has no ground of its own. */
  readonly color?: string
}

export interface AssetRequest {
  readonly type: AssetType
  readonly preset: AssetPreset
  readonly copy: AssetCopy
  readonly pictures: readonly AssetPicture[]
  readonly logo?: AssetLogo
  /** The colours of the brand, the main one first, as `#rrggbb`. */
  readonly colors: readonly string[]
  readonly manner?: Manner
  readonly tone?: 'dark' | 'bright'
}

/** All that is printed, for what depends on the copy as a whole. */
export const wholeCopy = ({ items, ...lines }: AssetCopy): string =>
  [
    ...COPY_FIELDS.map((field) => lines[field]),
    ...items.flatMap(({ name, description = '', price = '', section = '' }) => [name, description, price, section]),
  ].join('\n')
