import type { Platelight } from '../../client/platelight.ts'
import type { EnhanceParams, Photo } from '../../resources/photos-resource.ts'
import { DAY_MS } from '../../transport/sdk-clock.ts'
import { APIError, NotFoundError } from '../../transport/sdk-errors.ts'
import { type RunTools, WITHOUT_WAITING } from '../engine/run-photos.ts'
import type { Stage } from '../folder-events.ts'
import type { Ledger } from '../ledger/run-ledger.ts'
import type { PhotoContent } from '../scan/photo-content.ts'
import type { PhotoRequest } from './folder-options.ts'

/** A photo that is enhanced on the server. */
export interface PurchasedPhoto {
  readonly photo: Photo
  /** Credits paid for it just now: 0 where an earlier run had paid. */
  readonly credits: number
}

/** What is bought, and where that is recorded. */
export interface PurchaseOrder {
  /** Of the ledger. Also the Idempotency-Key, unless a photo under it was deleted on the server. */
  readonly key: string
  readonly request: PhotoRequest
  /** The photo's name in the ledger. */
  readonly file: string
  readonly ledger: Ledger
  /** Reads the photo. */
  readonly content: () => Promise<PhotoContent>
  readonly report: (stage: Stage, percent: number) => void
}

export interface PurchaseOptions {
  readonly client: Platelight
  /** The most that a photo with these options may cost: the price that was announced. */
  readonly priceOf: (request: PhotoRequest) => number
  /** Called whenever credits were spent. */
  readonly onSpent: (credits: number) => void
}

/** Uploads are kept for a week. One that is nearly gone is sent again. */
const UPLOAD_MS = 6 * DAY_MS

/** Buys photos, each once: what an earlier run, or this run under another name, has paid for is only fetched. */
export function createPurchases(
  { client, priceOf, onSpent }: PurchaseOptions,
  { budget, pacing, sentKeys, signal }: RunTools,
) {
  const active = new Map<string, Promise<PurchasedPhoto>>()
  const options = { signal, ...WITHOUT_WAITING }

  /** The photo that an earlier run bought. `deleted` is its id when the server no longer has it. */
  async function recorded({
    key,
    ledger,
  }: Pick<PurchaseOrder, 'key' | 'ledger'>): Promise<{ bought?: PurchasedPhoto; deleted?: string }> {
    const known = ledger.records.photo(key)
    if (!known) return {}
    // There may be another picture at an address by now.
    if (known.subject.startsWith('url:') && Date.parse(known.at) + DAY_MS < Date.now()) return {}
    try {
      const photo = await client.photos.get(known.id, options)
      return photo.status === 'completed' ? { bought: { photo, credits: 0 } } : { deleted: known.id }
    } catch (error) {
      if (error instanceof NotFoundError) return { deleted: known.id }
      throw error
    }
  }

  /** Sends the order. The ledger has the request before it is sent, and its result after. */
  async function placeOrder(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const { key, request, ledger, report } = order
    const price = priceOf(request)
    const { subject, file, state } = await order.content()
    budget.reserve(orderKey, price)
    const before = ledger.records.upload(key)
    const kept = before && file && Date.parse(before.at) + UPLOAD_MS > Date.now() ? before.url : undefined

    const upload = async (): Promise<string> => {
      if (!file) return subject.slice('url:'.length)
      report('uploading', 15)
      const call = () => client.uploads.create(file, options).withResponse()
      return (await pacing.upload.within(call, signal)).data.url
    }
    const enhance = async (imageUrl: string): Promise<PurchasedPhoto> => {
      if (imageUrl !== kept)
        await ledger.append({ type: 'started', key, file: order.file, subject, state, url: imageUrl })
      report('enhancing', 40)
      const { bought } = await pacing.work.within(async () => {
        const creditsOf = sentKeys.add(orderKey)
        // The server may know presets that are newer than this package.
        const preset = request.preset as NonNullable<EnhanceParams['preset']>
        const params = { image: imageUrl, ...request, preset, formats: [...request.formats] }
        const call = client.photos.enhance(params, { ...options, idempotencyKey: orderKey, maxCredits: price })
        const { data, meta } = await call.withResponse()
        return { meta, bought: { photo: data, credits: creditsOf(meta, data.creditsUsed) } }
      }, signal)
      return bought
    }

    try {
      const bought = await enhance(kept ?? (await upload())).catch(async (error: unknown) => {
        if (!kept || !(error instanceof APIError) || error.code !== 'image_unreachable') throw error
        // The upload of an earlier run was deleted sooner than announced.
        return enhance(await upload())
      })
      budget.settle(orderKey, bought.credits)
      onSpent(bought.credits)
      await ledger.append({
        type: 'enhanced',
        key,
        file: order.file,
        subject,
        photo: bought.photo.id,
        credits: bought.credits,
      })
      return bought
    } catch (error) {
      budget.fail(orderKey, error, sentKeys.has(orderKey))
      throw error
    }
  }

  /** One purchase for all who ask at the same time or later. Only the first of them paid. */
  async function buyOnce(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const first = active.get(orderKey)
    if (first) return { ...(await first), credits: 0 }
    const purchase = placeOrder(order, orderKey)
    active.set(orderKey, purchase)
    // A failure is not kept: after a pause the photo is tried again.
    purchase.catch(() => active.delete(orderKey))
    return purchase
  }

  return {
    /** The photo under its key, bought unless it is there. */
    async obtain(order: PurchaseOrder): Promise<PurchasedPhoto> {
      const { bought, deleted } = await recorded(order)
      if (bought) return bought
      return buyOnce(order, deleted === undefined ? order.key : replacementKey(order.key, deleted))
    },

    /** A new photo for one that was deleted on the server, which still has the old answer under its key. */
    replace: (order: PurchaseOrder, { photo }: PurchasedPhoto): Promise<PurchasedPhoto> =>
      buyOnce(order, replacementKey(order.key, photo.id)),
  }
}

/** Made of what it replaces and nothing else, so that a run that was killed asks for the same again. */
const replacementKey = (key: string, deleted: string): string => `${key}-${deleted}`
