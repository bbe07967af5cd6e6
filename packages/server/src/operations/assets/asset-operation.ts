import {
  type AssetCopy,
  type AssetPreset,
  type AssetRequest,
  type AssetType,
  type CopyItem,
  EMPTY_COPY,
} from '@platelight/typesetting/asset-request.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Body, Schemas } from '../../contract/index.ts'
import { type BodyContext, defineOperation } from '../define-operation.ts'
import { secondsOfEach } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'
import { readDesignWish } from './read-design-wish.ts'
import { type ReadDish, readMenuText } from './read-menu-text.ts'

/** The parameters into which every channel translates a request for an asset. */
export interface AssetParams extends Pick<AssetRequest, 'manner' | 'tone' | 'colors'> {
  readonly asset_type: AssetType
  readonly preset: AssetPreset
  readonly resolution: Schemas['Resolution']
  readonly image_urls: readonly string[]
  readonly logo_url?: string
  readonly copy: AssetCopy
  /** Dishes that were read from a text or a PDF, and how sure each is. */
  readonly read?: readonly ReadDish[]
}

export interface AssetDetails {
  readonly layout: string
  readonly pages: number
  readonly dishes?: readonly ReadDish[]
}

/** Fonts, pages and pictures that the work keeps. */
const OWN_BYTES = 450e6

export const asset = defineOperation<'asset', AssetParams, AssetDetails>({
  name: 'asset',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: { 'mobile.assets': readForm, 'mobileJobs.assets': readForm },
  credits: ({ resolution }) => CREDITS.asset[resolution],
  sources: ({ image_urls, logo_url }) => [...image_urls, ...(logo_url === undefined ? [] : [logo_url])],
  sourceName: ({ image_urls }, index) => (index < image_urls.length ? `reference_images.${index}` : 'logo_image'),
  keptPixels: 0,
  ownBytes: () => OWN_BYTES,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfEach({ fixed: 1, perMegapixel: 0.4, cutout: 8 })(
      params,
      sizes.slice(0, params.image_urls.length),
      machine,
    ) + (params.resolution === '4K' ? 6 : 3),
  reply: assetReply,
})

function readForm(form: Body<'mobile.assets'>, { photos, warn }: BodyContext): AssetParams {
  const { asset_type, preset, resolution, items_json, source_text, prompt } = form
  const { colors, unread, ...wish } = readDesignWish(prompt)
  if (unread.length > 0) warn(notUnderstood(unread))
  const items = (JSON.parse(items_json) as CopyItem[]).map(tidyItem)
  const read = source_text.trim() === '' ? [] : readMenuText(source_text)
  return {
    asset_type,
    preset,
    resolution,
    image_urls: photos.filter(({ field }) => field !== 'logo_image').map(({ url }) => url),
    ...logoOf(photos),
    colors,
    ...wish,
    copy: {
      ...EMPTY_COPY,
      business_name: printed(form.business_name),
      headline: printed(form.headline),
      offer: printed(form.offer),
      items: [...items, ...read.map(({ confidence: _, ...item }) => item)],
    },
    ...(read.length > 0 && { read }),
  }
}

/** The logo of a form. */
export function logoOf(photos: BodyContext['photos']): Pick<AssetParams, 'logo_url'> {
  const logo = photos.find(({ field }) => field === 'logo_image')
  return logo ? { logo_url: logo.url } : {}
}

/** What nobody sees is nothing to print. */
export const printed = (text: string): string =>
  /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text) ? text.trim() : ''

function tidyItem({ name, description = '', price = '', section = '' }: CopyItem): CopyItem {
  const given = { description: printed(description), price: printed(price), section: printed(section) }
  return { name: printed(name), ...Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')) }
}

const notUnderstood = (words: readonly string[]): Warning => ({
  code: 'words_not_understood',
  message: `These words of prompt were not understood and have no effect: ${words.join(', ').slice(0, 400)}`,
})

function assetReply(run: FinishedRun<AssetParams, AssetDetails>): Schemas['AssetResult'] {
  const { layout, pages, dishes } = run.details
  return {
    ...commonReply(run),
    asset_type: run.params.asset_type,
    layout,
    pages,
    files: run.outputs.map(({ name, url, width, height }) => {
      const [format, page] = name.split('-') as ['png' | 'jpeg' | 'pdf', string?]
      return format === 'pdf' ? { url, format } : { url, format, width, height, page: Number(page ?? 1) }
    }),
    ...(dishes && { dishes: [...dishes] }),
  }
}
