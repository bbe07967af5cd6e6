import { InvalidRequest } from '../base/service-error.ts'
import type { UncheckedCall, UploadedFile } from '../contract/index.ts'
import type { FormPhoto, RunOrder } from '../operations/define-operation.ts'
import type { OrderReader } from '../operations/order-reader.ts'
import { nameSource } from './execution/run-sources.ts'
import type { RunRequest, Runs } from './runs.ts'

export type FormOrders = ReturnType<typeof createFormOrders>

interface FormOrdersDependencies {
  readonly uploads: { store(accountId: string, path: string): Promise<{ url: string }> }
  readonly runs: Pick<Runs, 'check'>
  readonly orders: OrderReader
}

/** What a form of pictures is. */
export interface PictureForm {
  /** The field that carries its photos; `image` by default. */
  readonly field?: string
  /** Whether it may come without any. */
  readonly isOptional?: boolean
  /** Adds to an order what the form does not say. It also refuses one. */
  readonly complete?: (order: RunOrder) => RunOrder
}

const LOGO = 'logo_image'

/** Makes an order of a form that carries its photos. They are stored as uploads, which the order names. */
export const createFormOrders =
  ({ uploads, runs, orders }: FormOrdersDependencies) =>
  /**
   * The order is checked before a photo is stored, so that a refused one stores nothing.
   *
   * @param endpoint operationId of the form
   * @throws ServiceError (400) when a file is not a supported picture, and errors of `runs.check`
   */
  async (
    endpoint: string,
    { body, files, request: { ignore } }: Pick<UncheckedCall, 'files' | 'request'> & { readonly body: unknown },
    request: RunRequest,
    { field: name = 'image', isOptional = false, complete = (order) => order }: PictureForm = {},
  ): Promise<RunOrder> => {
    const logos = files.filter(({ field }) => field === LOGO).slice(0, 1)
    const given = [...imagesOf(files, name, isOptional), ...logos]
    const orderWith = (photos: readonly FormPhoto[]) => complete(orders.readRun(endpoint, body, photos))
    await runs.check(orderWith(given.map(({ filename, field }) => ({ url: '', name: filename, field }))), request)
    const photos: FormPhoto[] = []
    for (const [index, { path, filename, field }] of given.entries()) {
      try {
        photos.push({ url: (await uploads.store(request.account.id, path)).url, name: filename, field })
      } catch (error) {
        throw given.length > 1
          ? nameSource(error, field === name && name !== 'image' ? `${name}.${index}` : field)
          : error
      }
    }
    const order = orderWith(photos)
    ignore(order.ignored ?? [])
    return order
  }

/** The photos in a field of a form. */
function imagesOf(files: readonly UploadedFile[], field: string, isOptional = false): UploadedFile[] {
  const images = files.filter((file) => file.field === field)
  if (images.length === 0 && !isOptional)
    throw new InvalidRequest([{ loc: ['body', field], msg: 'is required', type: 'missing' }])
  return images
}

/** The photo of a form that takes one. */
export function imageOf(files: readonly UploadedFile[]): UploadedFile {
  const [image] = imagesOf(files, 'image')
  if (!image) throw new Error('a form without its photo was accepted')
  return image
}
