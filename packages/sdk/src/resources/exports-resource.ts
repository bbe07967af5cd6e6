import type { WithPictures } from '../files/picture-uploads.ts'
import type { PlatformCheckRequest } from '../generated/schema.d.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Photos for delivery platforms. `client.catalogs.platforms` lists the platforms. */
// Not called `exports`: that name is reserved in a CommonJS module.
export const platformExports = ({ post, spend }: ResourceMethods) => ({
  /**
   * Fits a photo to one slot of a platform: dimensions, aspect ratio, file format and file size. The crop is centred on
   * the dish, and light and colour stay the same. Costs 1 credit; failed requests are not charged.
   *
   * @returns `result_url`, its `format`, `bytes` and size in pixels, and the verdicts `before` and `after`.
   * @throws BadRequestError `platform_unknown` with similar names, `platform_format`, and as images.enhance.
   * @throws PermissionError `platform_forbids_generated` for a picture that a model generated.
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { result_url, after } = await client.exports.platform({ image_url, platform: 'ubereats.item' })
   */
  platform: spend('/api/export/platform'),

  /**
   * Checks up to 20 photos against the rules of platforms and says how to fix each problem. Costs nothing. A photo that
   * cannot be read is returned as an item with an `error`.
   *
   * @throws BadRequestError `platform_unknown` with similar names.
   *
   * @example
   * const { items } = await client.exports.check({ image_urls, platforms: ['ubereats.item', 'doordash.item'] })
   */
  check: post<'/api/platforms/check', WithPictures<PlatformCheckRequest>>('/api/platforms/check'),
})
