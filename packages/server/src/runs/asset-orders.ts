import { readFile } from 'node:fs/promises'
import { InvalidRequest } from '../base/service-error.ts'
import type { Body, Schemas, UncheckedCall } from '../contract/index.ts'
import type { AssetParams } from '../operations/assets/asset-operation.ts'
import { isEmptyAsset, reelWithBrand, withBrand } from '../operations/assets/with-brand.ts'
import type { RunOrder } from '../operations/define-operation.ts'
import type { ReelParams } from '../operations/reel/reel-operation.ts'
import type { FormOrders } from './form-orders.ts'
import type { RunRequest } from './runs.ts'

export type AssetOrders = ReturnType<typeof createAssetOrders>

interface AssetOrdersDependencies {
  readonly formOrders: FormOrders
  readonly brandOf: (accountId: string) => Promise<Schemas['BrandProfile']>
  /** The text of a PDF. @throws ServiceError `pdf_unreadable` */
  readonly readPdf: (bytes: Uint8Array, signal: AbortSignal) => Promise<string>
}

type FormCall<Endpoint extends 'mobile.assets' | 'mobile.reels'> = Pick<
  UncheckedCall,
  'files' | 'request' | 'signal'
> & {
  readonly body: Body<Endpoint>
}

/** Makes orders of forms whose results carry the brand of the account. */
export const createAssetOrders = ({ formOrders, brandOf, readPdf }: AssetOrdersDependencies) => ({
  /**
   * The pictures of an asset, its logo and its menu.
   *
   * @throws InvalidRequest (422) when there is nothing to show, ServiceError (400) for a file that cannot be read, and errors
   *   of `runs.check`
   */
  async asset(
    endpoint: 'mobile.assets' | 'mobileJobs.assets',
    call: FormCall<'mobile.assets'>,
    request: RunRequest,
  ): Promise<RunOrder> {
    const pdf = call.files.find(({ field }) => field === 'pdf')
    const read = pdf ? await readPdf(await readFile(pdf.path), call.signal) : ''
    const source_text = [call.body.source_text, read].filter((text) => text !== '').join('\n\n')
    const brand = await brandOf(request.account.id)
    const complete = (order: RunOrder): RunOrder => {
      const params = order.params as AssetParams
      if (isEmptyAsset(params)) throw nothingToShow()
      return { ...order, params: withBrand(params, brand) }
    }
    const form = { field: 'reference_images', isOptional: true, complete }
    const { files, request: facts } = call
    return formOrders(endpoint, { files, request: facts, body: { ...call.body, source_text } }, request, form)
  },

  /** The photo of a reel, and its logo. @throws as other forms of pictures */
  async reel(
    endpoint: 'mobile.reels' | 'mobileJobs.reels',
    call: FormCall<'mobile.reels'>,
    request: RunRequest,
  ): Promise<RunOrder> {
    const brand = await brandOf(request.account.id)
    const complete = (order: RunOrder) => ({ ...order, params: reelWithBrand(order.params as ReelParams, brand) })
    return formOrders(endpoint, call, request, { complete })
  },
})

const nothingToShow = () =>
  new InvalidRequest([
    {
      loc: ['body'],
      msg: 'has nothing to show; send a picture in reference_images, or words in headline, offer, items_json, source_text, business_name or pdf',
      type: 'nothing_to_show',
    },
  ])
