import type { Platelight } from '../../client/platelight.ts'
import type { PlatformResult } from '../../generated/schema.d.ts'
import type { EnhanceParams, Photo } from '../../resources/photos-resource.ts'
import { DAY_MS } from '../../transport/sdk-clock.ts'
import { APIError, NotFoundError } from '../../transport/sdk-errors.ts'
import { type RunTools, WITHOUT_WAITING } from '../engine/run-photos.ts'
import type { Stage } from '../folder-events.ts'
import type { Ledger } from '../ledger/run-ledger.ts'
import type { ContentId, PhotoContent } from '../scan/photo-content.ts'
import type { PhotoRequest } from './folder-options.ts'

/** A photo that the server has enhanced. */
export interface PurchasedPhoto {
  readonly photo: Omit<Photo, 'download'>
  /** Credits that this run paid for it; 0 if an earlier run had paid. */
  readonly credits: number
}

/** What to buy, and where to record it. */
export interface PurchaseOrder {
  /** The key in the ledger. It is also the Idempotency-Key, unless a photo with this key was deleted on the server. */
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
  /** The quoted price of a photo with these options. It may not cost more. */
  readonly priceOf: (request: PhotoRequest) => number
  /** Called whenever credits were spent. */
  readonly onSpent: (credits: number) => void
}

/** The server keeps uploads for a week. One that is close to its end is sent again. */
const UPLOAD_MS = 6 * DAY_MS

/** Buys each photo once. A photo that an earlier run or another name in this run has paid for is only fetched. */
export function createPurchases(
  { client, priceOf, onSpent }: PurchaseOptions,
  { budget, pacing, sentKeys, signal }: RunTools,
) {
  const active = new Map<string, Promise<PurchasedPhoto>>()
  /** Addresses of uploads by content, because a photo may have several requests. */
  const sent = new Map<ContentId, string>()
  const options = { signal, ...WITHOUT_WAITING }

  /** The photo that an earlier run bought. `deleted` is its id if the server no longer has it. */
  async function recorded({
    key,
    ledger,
  }: Pick<PurchaseOrder, 'key' | 'ledger'>): Promise<{ bought?: PurchasedPhoto; deleted?: string }> {
    const known = ledger.records.photo(key)
    if (!known) return {}
    // The address may serve another picture by now.
    if (known.subject.startsWith('url:') && Date.parse(known.at) + DAY_MS < Date.now()) return {}
    try {
      const photo = await client.photos.get(known.id, options)
      return photo.status === 'completed' ? { bought: { photo, credits: 0 } } : { deleted: known.id }
    } catch (error) {
      if (error instanceof NotFoundError) return { deleted: known.id }
      throw error
    }
  }

  async function send(
    request: PhotoRequest,
    image: string,
    spending: { readonly idempotencyKey: string; readonly maxCredits: number },
  ) {
    if (request.platform === undefined) {
      // The server may have presets that are newer than this package.
      const preset = request.preset as NonNullable<EnhanceParams['preset']>
      const params = { image, ...request, preset, formats: [...request.formats] }
      return client.photos.enhance(params, { ...options, ...spending }).withResponse()
    }
    const { platform, subject } = request
    const params = { image_url: image, platform, ...(subject && { subject }) }
    const { data, meta } = await client.images.platformOptimize(params, { ...options, ...spending }).withResponse()
    return { data: photoOf(data), meta }
  }

  /** Sends the order. The ledger records the request before it is sent, and the result afterwards. */
  async function placeOrder(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const { key, request, ledger, report } = order
    const price = priceOf(request)
    const { subject, file, state } = await order.content()
    budget.reserve(orderKey, price)
    const before = ledger.records.upload(key)
    const kept = before && file && Date.parse(before.at) + UPLOAD_MS > Date.now() ? before.url : undefined

    const upload = async (): Promise<string> => {
      const known = file ? sent.get(subject) : subject.slice('url:'.length)
      if (!file || known !== undefined) return known ?? ''
      report('uploading', 15)
      const call = () => client.uploads.create(file, options).withResponse()
      const { url } = (await pacing.upload.within(call, signal)).data
      sent.set(subject, url)
      return url
    }
    const enhance = async (imageUrl: string): Promise<PurchasedPhoto> => {
      if (imageUrl !== kept)
        await ledger.append({ type: 'started', key, file: order.file, subject, state, url: imageUrl })
      report('enhancing', 40)
      const { bought } = await pacing.work.within(async () => {
        const creditsOf = sentKeys.add(orderKey)
        const { data, meta } = await send(request, imageUrl, { idempotencyKey: orderKey, maxCredits: price })
        return { meta, bought: { photo: data, credits: creditsOf(meta, data.creditsUsed) } }
      }, signal)
      return bought
    }

    try {
      const bought = await enhance(kept ?? (await upload())).catch(async (error: unknown) => {
        if (!kept || !(error instanceof APIError) || error.code !== 'image_unreachable') throw error
        // The server deleted the upload of an earlier run before its announced end.
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

  /** Makes one purchase per key. Concurrent and later callers get the same photo, and only the first one pays. */
  async function buyOnce(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const first = active.get(orderKey)
    if (first) return { ...(await first), credits: 0 }
    const purchase = placeOrder(order, orderKey)
    active.set(orderKey, purchase)
    // A failure is not remembered, because the photo may be tried again after a pause.
    purchase.catch(() => active.delete(orderKey))
    return purchase
  }

  return {
    /** Returns the recorded photo, or buys it. */
    async obtain(order: PurchaseOrder): Promise<PurchasedPhoto> {
      const { bought, deleted } = await recorded(order)
      if (bought) return bought
      return buyOnce(order, deleted === undefined ? order.key : replacementKey(order.key, deleted))
    },

    /** Buys a photo again after it was deleted on the server, which still replays the old answer for the old key. */
    replace: (order: PurchaseOrder, { photo }: PurchasedPhoto): Promise<PurchasedPhoto> =>
      buyOnce(order, replacementKey(order.key, photo.id)),
  }
}

/** A picture that was fitted to a platform, as GET /v1/photos/{id} gives it. */
const photoOf = ({ id, credits_used: creditsUsed, result_url: original, warnings }: PlatformResult) => ({
  ...{ id, creditsUsed, warnings, status: 'completed' as const },
  enhanced: { original },
  metadata: { preset: 'platform-optimize' },
})

/** Depends only on the replaced photo, so that the next run after a kill sends the same key. */
const replacementKey = (key: string, deleted: string): string => `${key}-${deleted}`
