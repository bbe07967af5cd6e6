import { InvalidRequest } from '../../base/service-error.ts'
import type { UploadedFile } from '../../contract/index.ts'
import type { Order } from '../../operations/define-operation.ts'

import type { RunRequest, Runs } from '../../runs/runs.ts'
import type { Uploads } from './upload-service.ts'

export type FormOrders = ReturnType<typeof createFormOrders>

/** Makes orders of forms that carry their photo: it is kept as an upload, which the order then names. */
export const createFormOrders =
  ({ uploads, runs }: { uploads: Uploads; runs: Runs }) =>
  /**
   * @param read what such a form asks for, of the photo at that address
   * @throws ServiceError (400) when it is no picture we take; what refuses the work whatever the picture, before it is kept
   */
  async <Form, Params>(
    { body, files }: { readonly body: Form; readonly files: readonly UploadedFile[] },
    asked: RunRequest,
    read: (form: Form, image_url?: string) => Order<Params>,
  ): Promise<Order<Params>> => {
    const image = imageOf(files)
    await runs.check(read(body), asked)
    const { url } = await uploads.store(asked.account.id, image.path)
    return read(body, url)
  }

/** The photo of a form. */
export function imageOf(files: readonly UploadedFile[]): UploadedFile {
  const image = files.find(({ field }) => field === 'image')
  if (!image) throw new InvalidRequest([{ loc: ['body', 'image'], msg: 'is required', type: 'missing' }])
  return image
}
