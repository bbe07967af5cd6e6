import type { FormBody, SendForm } from '../files/send-form.ts'
import type { SpendOptions } from '../transport/api-call.ts'

/** Pictures and words of an asset. `reference_images` and `logo_image` are picture files. */
export interface AssetParams extends FormBody<'/api/mobile/assets'> {}

/** Menus, posters, flyers, posts and banners. */
export const assets = (sendForm: SendForm) => ({
  /**
   * Lays out pictures and words as a menu, poster, flyer, post or banner. Every text is printed exactly as given, or the
   * request is refused. The brand of the account gives its name, logo, colours and contacts. Costs 2 credits, 4 at 4K;
   * failed requests are not charged. `mobileJobs.assets` does the same as a job.
   *
   * @returns `files`: a PNG and a JPEG of each page, and a PDF for print.
   * @throws BadRequestError `glyph_missing`, `copy_does_not_fit` and `pdf_unreadable`, and as uploads.create for a picture;
   *   ValidationError if there is nothing to show; InsufficientCreditsError; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { files } = await client.assets.create({
   *   asset_type: 'poster', headline: 'Tonkotsu of the day', offer: '12.50 €', reference_images: [{ path: './ramen.jpg' }],
   * })
   */
  create: (form: AssetParams, options?: SpendOptions) => sendForm('/api/mobile/assets', form, options),
})
