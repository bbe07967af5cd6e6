import { readFile } from 'node:fs/promises'
import { InvalidRequest } from '../base/service-error.ts'
import type { Body, Schemas, UncheckedCall } from '../contract/index.ts'
import type { AssetParams } from '../operations/assets/asset-operation.ts'
import { isEmptyAsset, withBrand } from '../operations/assets/with-brand.ts'
import type { FormPhoto, RunOrder } from '../operations/define-operation.ts'
import type { OrderReader } from '../operations/order-reader.ts'
import { nameSource } from './execution/run-sources.ts'
import type { RunRequest, Runs } from './runs.ts'

export type AssetOrders = ReturnType<typeof createAssetOrders>

interface AssetOrdersDependencies {
  readonly uploads: { store(accountId: string, path: string): Promise<{ url: string }> }
  readonly runs: Pick<Runs, 'check'>
  readonly orders: OrderReader
  readonly brandOf: (accountId: string) => Promise<Schemas['BrandProfile']>
  /** The text of a PDF. @throws ServiceError `pdf_unreadable` */
  readonly readPdf: (bytes: Uint8Array, signal: AbortSignal) => Promise<string>
}

const PICTURES = 'reference_images'
const LOGO = 'logo_image'

/** Makes an order of a form for an asset: its pictures, its logo, its menu, and the brand of the account. */
export const createAssetOrders =
  ({ uploads, runs, orders, brandOf, readPdf }: AssetOrdersDependencies) =>
  /**
   * The order is checked before a picture is stored, so that a refused one stores nothing.
   *
   * @throws InvalidRequest (422) when there is nothing to show, ServiceError (400) for a file that cannot be read, and errors
   *   of `runs.check`
   */
  async (
    endpoint: 'mobile.assets' | 'mobileJobs.assets',
    {
      body,
      files,
      signal,
      request: { ignore },
    }: Pick<UncheckedCall, 'files' | 'request' | 'signal'> & { readonly body: Body<'mobile.assets'> },
    request: RunRequest,
  ): Promise<RunOrder> => {
    const pdf = files.find(({ field }) => field === 'pdf')
    const read = pdf ? await readPdf(await readFile(pdf.path), signal) : ''
    const form = { ...body, source_text: [body.source_text, read].filter((text) => text !== '').join('\n\n') }
    const brand = await brandOf(request.account.id)
    const orderWith = (photos: readonly FormPhoto[]): RunOrder => {
      const order = orders.readRun(endpoint, form, photos)
      const params = order.params as AssetParams
      if (isEmptyAsset(params)) throw nothingToShow()
      return { ...order, params: withBrand(params, brand) }
    }
    const given = [
      ...files.filter(({ field }) => field === PICTURES),
      ...files.filter(({ field }) => field === LOGO).slice(0, 1),
    ]
    const unstored = given.map(({ field, filename }): FormPhoto => ({ url: '', name: filename, field }))
    await runs.check(orderWith(unstored), request)
    const photos: FormPhoto[] = []
    for (const [index, { path, filename, field }] of given.entries()) {
      try {
        photos.push({ url: (await uploads.store(request.account.id, path)).url, name: filename, field })
      } catch (error) {
        throw nameSource(error, field === LOGO ? LOGO : `${PICTURES}.${index}`)
      }
    }
    const order = orderWith(photos)
    ignore(order.ignored ?? [])
    return order
  }

const nothingToShow = () =>
  new InvalidRequest([
    {
      loc: ['body'],
      msg: 'has nothing to show; send a picture in reference_images, or words in headline, offer, items_json, source_text, business_name or pdf',
      type: 'nothing_to_show',
    },
  ])
