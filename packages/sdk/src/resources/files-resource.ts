import type { FormBody, SendForm } from '../files/send-form.ts'
import type { WriteOptions } from '../transport/api-call.ts'
import type { DownloadOptions } from '../transport/open-link.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** The form of a file of the operator. */
export interface AdminUploadParams extends FormBody<'/api/admin/upload'> {}

/** Files behind links, which authorise by themselves, and files of the operator. */
export const operatorFiles = ({ link }: ResourceMethods, sendForm: SendForm) => ({
  /**
   * Opens the file of a result by its link or its name. The body of the response is not read yet.
   *
   * @throws NotFoundError once the picture is deleted.
   *
   * @example
   * const blob = await (await client.files.result(result_url)).blob()
   */
  result: link('/files/'),

  /** Opens an upload or an original by its signed link. @throws PermissionError `link_expired` */
  privateAsset: link('/api/mobile/private-assets/'),

  /**
   * Opens a file of the service as an attachment, by the link to it.
   *
   * @throws BadRequestError for a link of another service; PermissionError `link_expired`.
   */
  download: (url: string | URL, options?: DownloadOptions) =>
    link('/api/mobile/download?url=')(encodeURIComponent(`${url}`), options),

  /**
   * Stores a picture or a PDF that everybody who has its `url` can read. Requires the key of an administrator.
   *
   * @throws PermissionError `admin_only`, `scope_missing`; BadRequestError for another kind of file.
   *
   * @example
   * const { url } = await client.files.adminUpload({ file: { path: './hero.jpg' }, dir: 'site' })
   */
  adminUpload: (form: AdminUploadParams, options?: WriteOptions) => sendForm('/api/admin/upload', form, options),
})
