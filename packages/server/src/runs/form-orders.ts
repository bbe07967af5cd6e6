import { InvalidRequest } from '../base/service-error.ts'
import type { UploadedFile } from '../contract/index.ts'
import type { RunOrder } from '../operations/define-operation.ts'
import type { OrderReader } from '../operations/order-reader.ts'
import type { RunRequest, Runs } from './runs.ts'

export type FormOrders = ReturnType<typeof createFormOrders>

interface FormOrdersDependencies {
  readonly uploads: { store(accountId: string, path: string): Promise<{ url: string }> }
  readonly runs: Pick<Runs, 'check'>
  readonly orders: OrderReader
}

/** Makes an order of a form that carries its photo. The photo is stored as an upload, which the order names. */
export const createFormOrders =
  ({ uploads, runs, orders }: FormOrdersDependencies) =>
  /**
   * The order is checked before the photo is stored, so that a refused one stores nothing.
   *
   * @param endpoint operationId of the form
   * @throws ServiceError (400) when the file is not a supported picture, and errors of `runs.check`
   */
  async (
    endpoint: string,
    { body, files }: { readonly body: unknown; readonly files: readonly UploadedFile[] },
    request: RunRequest,
  ): Promise<RunOrder> => {
    const image = imageOf(files)
    await runs.check(orders.readRun(endpoint, body), request)
    const { url } = await uploads.store(request.account.id, image.path)
    return orders.readRun(endpoint, body, url)
  }

/** The photo of a form. */
export function imageOf(files: readonly UploadedFile[]): UploadedFile {
  const image = files.find(({ field }) => field === 'image')
  if (!image) throw new InvalidRequest([{ loc: ['body', 'image'], msg: 'is required', type: 'missing' }])
  return image
}
