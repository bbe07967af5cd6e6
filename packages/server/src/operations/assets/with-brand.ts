import type { Schemas } from '../../contract/index.ts'
import type { ReelParams } from '../reel/reel-operation.ts'
import type { AssetParams } from './asset-operation.ts'
import { readDesignWish } from './read-design-wish.ts'

/** What hangs and is handed out says where to find the restaurant. What is posted stands beside its profile. */
const WITH_CONTACTS: readonly AssetParams['asset_type'][] = ['poster', 'flyer', 'menu']

/** An asset that carries the brand of its account: what the request says itself goes before it. */
export function withBrand(params: AssetParams, brand: Schemas['BrandProfile']): AssetParams {
  const { business_name, tagline, address, phone, website } = brand
  const contacts = WITH_CONTACTS.includes(params.asset_type)
    ? { tagline: tagline ?? '', address: address ?? '', phone: phone ?? '', website: website ?? '' }
    : {}
  return {
    ...params,
    ...lookOf(params, brand),
    copy: { ...params.copy, business_name: params.copy.business_name || (business_name ?? ''), ...contacts },
  }
}

/** A reel that has words or a logo of its own carries the brand, too. All others show the photo alone. */
export function reelWithBrand(params: ReelParams, brand: Schemas['BrandProfile']): ReelParams {
  const { words, logo_url } = params
  if (!words && logo_url === undefined) return params
  const business_name = words?.business_name || (brand.business_name ?? '')
  return { ...params, ...lookOf(params, brand), words: { headline: '', offer: '', ...words, business_name } }
}

type Look = Pick<AssetParams, 'colors' | 'manner' | 'logo_url'>

function lookOf(params: Look, { colors, tone, logo }: Schemas['BrandProfile']): Look {
  const manner = params.manner ?? readDesignWish(tone ?? '').manner
  return {
    colors: params.colors.length > 0 ? params.colors : colors,
    ...(manner && { manner }),
    ...(params.logo_url === undefined && logo && { logo_url: logo.url }),
  }
}

/** Whether there is anything to show. A brand alone is not. */
export const isEmptyAsset = ({ image_urls, copy }: AssetParams): boolean =>
  image_urls.length === 0 &&
  copy.items.length === 0 &&
  [copy.business_name, copy.headline, copy.offer].every((text) => text === '')
