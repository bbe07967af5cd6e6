import type { Schemas } from '../../contract/index.ts'
import type { AssetParams } from './asset-operation.ts'
import { readDesignWish } from './read-design-wish.ts'

/** What hangs and is handed out says where to find the restaurant. What is posted stands beside its profile. */
const WITH_CONTACTS: readonly AssetParams['asset_type'][] = ['poster', 'flyer', 'menu']

/** An asset that carries the brand of its account: what the request says itself goes before it. */
export function withBrand(params: AssetParams, brand: Schemas['BrandProfile']): AssetParams {
  const { business_name, tagline, address, phone, website, colors, tone, logo } = brand
  const manner = params.manner ?? readDesignWish(tone ?? '').manner
  const contacts = WITH_CONTACTS.includes(params.asset_type)
    ? { tagline: tagline ?? '', address: address ?? '', phone: phone ?? '', website: website ?? '' }
    : {}
  return {
    ...params,
    colors: params.colors.length > 0 ? params.colors : colors,
    ...(manner && { manner }),
    ...(params.logo_url === undefined && logo && { logo_url: logo.url }),
    copy: { ...params.copy, business_name: params.copy.business_name || (business_name ?? ''), ...contacts },
  }
}

/** Whether there is anything to show. A brand alone is not. */
export const isEmptyAsset = ({ image_urls, copy }: AssetParams): boolean =>
  image_urls.length === 0 &&
  copy.items.length === 0 &&
  [copy.business_name, copy.headline, copy.offer].every((text) => text === '')
