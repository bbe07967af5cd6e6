import type { FormBody, SendForm } from '../files/send-form.ts'
import type { SpendOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Fields of the enhancement form. `image` is the photo as bytes. */
export interface EnhanceFormParams extends FormBody<'/api/mobile/enhance'> {}

/** Fields of the form of the free preview. `image` is the photo as bytes. */
export interface DemoEnhanceFormParams extends FormBody<'/api/demo/enhance'> {}

/** The operations of the mobile app. A method returns when the work is done. Field names are those of the API. */
export const mobile = ({ spend }: ResourceMethods, sendForm: SendForm) => ({
  /**
   * Generates pictures from words, as `images.generateV2` does, with the same fields and price.
   *
   * @returns `images` with their sizes, and `model`, which is `preview` for drawn placeholders.
   * @throws as images.generateV2.
   *
   * @example
   * const { images } = await client.mobile.create({ prompt: 'Tacos on slate', aspect_ratio: '1:1' })
   */
  create: spend('/api/mobile/create'),

  /**
   * Enhances a photo that is sent as a file, with `style`, `size`, `resolution`, `enhancements` (JSON text) and
   * `editArea`. Costs 1 credit at any resolution; failed requests are not charged.
   *
   * @returns `enhanced_url` and its size in pixels.
   * @throws as uploads.create for the picture; InsufficientCreditsError; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { enhanced_url } = await client.mobile.enhance({ image: { path: './ramen.jpg' }, size: 'square' })
   */
  enhance: (form: EnhanceFormParams, options?: SpendOptions) => sendForm('/api/mobile/enhance', form, options),

  /**
   * Edits a picture with an instruction in one of seven languages, such as "a bit warmer, then crop square". Send the
   * URL of the result with the next instruction to continue. Costs 1 credit, or 2 with something new, twice that at 2K
   * and four times at 4K; failed requests are not charged.
   *
   * @returns `result_url`, its size in pixels, and `steps` with the outcome of each.
   * @throws BadRequestError with the code `instruction_refused` for what is not understood; ServerError with
   *   `engine_unavailable` for what needs an image model, unless `partial` is true; InsufficientCreditsError;
   *   OverBudgetError above `maxCredits`.
   *
   * @example
   * const { result_url, steps } = await client.mobile.chatEdit({ image_url, instruction: 'brighter, but keep the
   * background' })
   */
  chatEdit: spend('/api/mobile/chat-edit'),

  /**
   * Writes copy for a dish or an occasion in one of seven languages. Costs nothing. `image_urls` are not sent to a model, and
   * nothing is said of allergens, origin or health that `prompt` does not say.
   *
   * @returns `headline`, `caption`, `hashtags` and `alt_text`.
   * @throws BadRequestError for a prompt without words.
   *
   * @example
   * const { headline, caption } = await client.mobile.captionCopy({ prompt: 'Tonkotsu ramen, new for winter', tone: 'playful' })
   */
  captionCopy: spend('/api/mobile/caption-copy'),

  /**
   * Makes the one free preview of an account: a photo that is enhanced with `style` and `goal`, marked PREVIEW, with a long
   * side of 1024 pixels.
   *
   * @returns `result_url` and its size in pixels.
   * @throws PermissionError with the code `preview_used` for a second preview; as uploads.create for the picture.
   *
   * @example
   * const { result_url } = await client.mobile.demoEnhance({ image: { path: './ramen.jpg' }, style: 'bright_airy' })
   */
  demoEnhance: (form: DemoEnhanceFormParams, options?: SpendOptions) => sendForm('/api/demo/enhance', form, options),
})
