import { direct } from '../direct.ts'
import type { Send } from '../operation.ts'

/** The /api picture operations, answered when the work is done. Field names are the wire's. */
export const images = (send: Send) => {
  const { spend } = direct(send)
  return {
    /**
     * Enhances the photo at an address, in its own aspect. Costs 1 credit, 2 with `remove_background`;
     * a failure costs nothing. Bytes are uploaded first with `client.uploads.create`. `format` asks for jpeg, png,
     * webp or avif; by default it is JPEG, PNG where something is transparent.
     *
     * @returns `enhanced_url` and its size in pixels.
     * @throws BadRequestError `image_unreachable`, `image_url_blocked`, `unsupported_image`, `image_too_large` …
     * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
     *
     * @example
     * const { enhanced_url } = await client.images.enhance({ image_url, preset: 'social-media' })
     */
    enhance: spend('/api/enhance'),

    /**
     * Enlarges a photo to exactly twice or four times its size. Costs 1 credit at `scale: 2` (the default)
     * and 2 at `scale: 4`; a failure costs nothing.
     *
     * @returns `result_url`, and both sizes in pixels.
     * @throws BadRequestError `result_too_large` above 16,384 pixels a side or 100 megapixels, and as enhance.
     * @throws InsufficientCreditsError with both amounts; OverBudgetError above `maxCredits`.
     *
     * @example
     * const { result_url, upscaled_size } = await client.images.upscale({ image_url, scale: 4 })
     */
    upscale: spend('/api/upscale'),
  }
}
