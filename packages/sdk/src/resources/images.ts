import type { SpendOptions } from '../call.ts'
import type { JsonBody, Send } from '../operation.ts'

/** The /api picture operations, answered when the work is done. Field names are the wire's. */
export const images = (send: Send) => ({
  /**
   * Enhances the photo at an address, in its own aspect. Costs 1 credit, 2 with `remove_background`;
   * a failure costs nothing. Bytes are uploaded first with `client.uploads.create`.
   *
   * @returns `enhanced_url` and its size in pixels.
   * @throws BadRequestError `image_unreachable`, `image_url_blocked`, `unsupported_image`, `image_too_large` …
   * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { enhanced_url } = await client.images.enhance({ image_url, preset: 'social-media' })
   */
  enhance: (body: JsonBody<'POST', '/api/enhance'>, options?: SpendOptions) =>
    send('POST', '/api/enhance', { json: body }, options),
})
