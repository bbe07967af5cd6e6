import type { FormBody, SendForm } from '../files/send-form.ts'
import type { CallOptions, WriteOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** What a restaurant prints on every menu. `logo_image` is a picture file. */
export interface BrandParams extends FormBody<'/api/brand/upload'> {}

/** The brand of the account: name, words, colours and logo. */
export const brand = ({ get, send }: ResourceMethods, sendForm: SendForm) => ({
  /** Returns the brand profile. Fields that were never set are null. */
  profile: get('/api/brand/profile'),

  /**
   * Sets fields of the profile, and the logo. Fields that are left out stay unchanged, and an empty text removes a field.
   * The logo is a picture file of any format but SVG; without `colors` of its own, the profile shows those of the logo.
   *
   * @returns the profile after the change.
   * @throws BadRequestError `unsupported_image` for a logo that is no picture; ValidationError for a field that does not fit;
   *   PermissionError `storage_quota`.
   *
   * @example
   * await client.brand.upload({ business_name: 'Trattoria Mara', logo_image: { path: './logo.png' } })
   */
  upload: (form: BrandParams, options?: WriteOptions) => sendForm('/api/brand/upload', form, options),

  /** Clears the profile and deletes the logo. */
  clear: (options?: CallOptions) => send('POST', '/api/brand/clear', {}, options),
})
