import type { FormBody, SendForm } from '../files/send-form.ts'
import type { SpendOptions } from '../transport/api-call.ts'

/** What the form of an enhancement takes; `image` is the photo as bytes. */
export interface EnhanceFormParams extends FormBody<'/api/mobile/enhance'> {}

/** The operations of the mobile app, answered when the work is done. Field names are the wire's. */
export const mobile = (sendForm: SendForm) => ({
  /**
   * Enhances a photo that is sent along: `style`, `size`, `resolution`, `enhancements` (JSON text) and `editArea` as
   * the document lists them. Costs 1 credit at any resolution; a failure costs nothing.
   *
   * @returns `enhanced_url` and its size in pixels.
   * @throws as uploads.create for the picture; InsufficientCreditsError; OverBudgetError above `maxCredits`.
   *
   * @example
   * const { enhanced_url } = await client.mobile.enhance({ image: { path: './ramen.jpg' }, size: 'square' })
   */
  enhance: (form: EnhanceFormParams, options?: SpendOptions) => sendForm('/api/mobile/enhance', form, options),
})
