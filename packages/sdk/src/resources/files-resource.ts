import type { FormBody, SendForm } from '../files/send-form.ts'
import type { WriteOptions } from '../transport/api-call.ts'

/** The form of a file of the operator. */
export interface AdminUploadParams extends FormBody<'/api/admin/upload'> {}

/** Files of the operator. Requires the key of an administrator. */
export const operatorFiles = (sendForm: SendForm) => ({
  /**
   * Stores a picture or a PDF that everybody who has its `url` can read.
   *
   * @throws PermissionError `admin_only`, `scope_missing`; BadRequestError for another kind of file.
   *
   * @example
   * const { url } = await client.files.adminUpload({ file: { path: './hero.jpg' }, dir: 'site' })
   */
  adminUpload: (form: AdminUploadParams, options?: WriteOptions) => sendForm('/api/admin/upload', form, options),
})
