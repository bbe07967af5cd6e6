import type { ResourceMethods } from './resource-methods.ts'

/** Photos as platforms want them. `client.catalogs.platforms` lists which there are. */
// Not called `exports`: in a CommonJS module that is the name of what it exports.
export const platformExports = ({ post, spend }: ResourceMethods) => ({
  /**
   * Brings a photo to the size, shape, file format and weight of one slot of a platform, cropped around the dish; light
   * and colour stay as they are. Costs 1 credit; a failure costs nothing.
   *
   * @returns `result_url`, its `format`, `bytes` and size in pixels, and the verdicts `before` and `after`.
   * @throws BadRequestError `platform_unknown` with the names that come near, `platform_format`, and as images.enhance.
   * @throws PermissionError `platform_forbids_generated` for a picture made by a model.
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { result_url, after } = await client.exports.platform({ image_url, platform: 'ubereats.item' })
   */
  platform: spend('/api/export/platform'),

  /**
   * Says what platforms would refuse of up to 20 photos, and what mends it. Costs nothing. A photo that cannot be read
   * is an item with an `error`.
   *
   * @throws BadRequestError `platform_unknown` with the names that come near.
   *
   * @example
   * const { items } = await client.exports.check({ image_urls, platforms: ['ubereats.item', 'doordash.item'] })
   */
  check: post('/api/platforms/check'),
})
