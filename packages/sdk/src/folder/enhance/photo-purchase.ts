import type { Platelight } from '../../client/platelight.ts'
import type { EnhanceParams, Photo } from '../../resources/photos-resource.ts'
import { APIError, NotFoundError } from '../../transport/sdk-errors.ts'
import type { CreditBudget } from '../engine/credit-budget.ts'
import type { RequestPacing } from '../engine/request-pacing.ts'
import type { Stage } from '../folder-events.ts'
import type { Ledger } from '../ledger/run-ledger.ts'
import type { PhotoContent } from '../scan/photo-content.ts'
import type { PhotoRequest } from './folder-options.ts'

/** A photo that lies enhanced on the server. */
export interface PurchasedPhoto {
  readonly photo: Photo
  /** Credits paid for it just now: 0 where an earlier run had paid. */
  readonly credits: number
}

/** What is bought, and where that is written down. */
export interface PurchaseOrder {
  /** Of the ledger, and the Idempotency-Key unless a photo under it was deleted on the server. */
  readonly key: string
  readonly wish: PhotoRequest
  /** The photo's name in the ledger. */
  readonly file: string
  readonly ledger: Ledger
  /** Reads the photo. */
  readonly content: () => Promise<PhotoContent>
  readonly tell: (stage: Stage, percent: number) => void
}

export interface PurchaseDependencies {
  readonly client: Platelight
  readonly budget: CreditBudget
  /** The most a photo asked for like this may cost: what was announced. */
  readonly priceOf: (wish: PhotoRequest) => number
  /** Of uploads and of enhancements: the server counts them apart. */
  readonly paces: { readonly upload: RequestPacing; readonly enhance: RequestPacing }
  readonly signal: AbortSignal
  /** Told whenever credits were spent. */
  readonly onSpent: (credits: number) => void
}

const DAY_MS = 86_400_000
/** Uploads are kept for a week; one that is nearly gone is sent again. */
const UPLOAD_MS = 6 * DAY_MS
/** A pause is everybody's matter, so the client hands it over instead of waiting by itself. */
const NO_WAITING = { maxRetryAfterMs: 0 }

/** Buys photos, each once: what an earlier run, or the same one under another name, has paid for is only fetched. */
export function createPurchases({ client, budget, priceOf, paces, signal, onSpent }: PurchaseDependencies) {
  const underway = new Map<string, Promise<PurchasedPhoto>>()
  /** Keys sent by this run: an answer kept from one of them was paid by this run too. */
  const sent = new Set<string>()

  /** The photo that an earlier run bought; `deleted` is its id when the server has it no more. */
  async function recorded({
    key,
    ledger,
  }: Pick<PurchaseOrder, 'key' | 'ledger'>): Promise<{ bought?: PurchasedPhoto; deleted?: string }> {
    const known = ledger.records.photo(key)
    if (!known) return {}
    // What stands at an address may be another picture by now.
    if (known.subject.startsWith('url:') && Date.parse(known.at) + DAY_MS < Date.now()) return {}
    try {
      const photo = await client.photos.get(known.id, { signal, ...NO_WAITING })
      return photo.status === 'completed' ? { bought: { photo, credits: 0 } } : { deleted: known.id }
    } catch (error) {
      if (error instanceof NotFoundError) return { deleted: known.id }
      throw error
    }
  }

  /** Sends the order. What is asked for is written down before, and what came of it after. */
  async function placeOrder(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const { key, wish, ledger, tell } = order
    const price = priceOf(wish)
    const { subject, file, state } = await order.content()
    budget.reserve(orderKey, price)
    const before = ledger.records.upload(key)
    const kept = before && file && Date.parse(before.at) + UPLOAD_MS > Date.now() ? before.url : undefined

    const uploaded = async (): Promise<string> => {
      if (!file) return subject.slice('url:'.length)
      tell('uploading', 15)
      const call = () => client.uploads.create(file, { signal, ...NO_WAITING }).withResponse()
      return (await paces.upload.within(call, signal)).data.url
    }
    const enhanced = async (imageUrl: string): Promise<PurchasedPhoto> => {
      if (imageUrl !== kept)
        await ledger.append({ type: 'started', key, file: order.file, subject, state, url: imageUrl })
      tell('enhancing', 40)
      const isNew = !sent.has(orderKey)
      const { data, meta } = await paces.enhance.within(() => {
        sent.add(orderKey)
        // The document's presets may be newer than ours: the server knows which there are.
        const preset = wish.preset as NonNullable<EnhanceParams['preset']>
        const params = { image: imageUrl, ...wish, preset, formats: [...wish.formats] }
        const options = { idempotencyKey: orderKey, maxCredits: price, signal, ...NO_WAITING }
        return client.photos.enhance(params, options).withResponse()
      }, signal)
      return { photo: data, credits: meta.replayed && meta.attempts === 1 && isNew ? 0 : data.creditsUsed }
    }

    try {
      const bought = await enhanced(kept ?? (await uploaded())).catch(async (error: unknown) => {
        if (!kept || !(error instanceof APIError) || error.code !== 'image_unreachable') throw error
        // The upload of an earlier run is gone sooner than was said.
        return enhanced(await uploaded())
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
      // A refusal costs nothing. A connection that broke leaves open what the server did.
      const isRefused = error instanceof APIError && error.code !== 'idempotency_in_flight'
      if (isRefused || !sent.has(orderKey)) budget.settle(orderKey, 0)
      throw error
    }
  }

  /** One purchase for all who ask at the same time or later; only the first of them paid. */
  async function once(order: PurchaseOrder, orderKey: string): Promise<PurchasedPhoto> {
    const first = underway.get(orderKey)
    if (first) return { ...(await first), credits: 0 }
    const mine = placeOrder(order, orderKey)
    underway.set(orderKey, mine)
    // A failure is not kept: after a pause the photo is tried again.
    mine.catch(() => underway.delete(orderKey))
    return mine
  }

  return {
    recorded,

    /** The photo under its key, bought unless it is there. */
    async obtain(order: PurchaseOrder): Promise<PurchasedPhoto> {
      const { bought, deleted } = await recorded(order)
      if (bought) return bought
      return once(order, deleted === undefined ? order.key : replacing(order.key, deleted))
    },

    /** A photo in the place of one that was deleted on the server, whose answer is still kept there. */
    replace: (order: PurchaseOrder, { photo }: PurchasedPhoto): Promise<PurchasedPhoto> =>
      once(order, replacing(order.key, photo.id)),
  }
}

/** Made of what it replaces and nothing else, so that a run that was killed asks for the same again. */
const replacing = (key: string, deleted: string): string => `${key}-${deleted}`
