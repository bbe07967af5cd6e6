import type { Platelight } from '../../client/platelight.ts'
import { MAX_IMAGE_BYTES } from '../../files/picture-input.ts'
import type { FolderInput } from '../scan/folder-input.ts'
import { type FolderOptions, type PhotoRequest, readFolderOptions } from './folder-options.ts'
import type { FolderPlan, FolderQuote } from './folder-report.ts'
import { isPayable, type ScannedPhoto, scanFolder } from './scan-folder.ts'

/**
 * Plans a run: how many photos there are, how many lack a result, and where results go. Needs no server.
 *
 * @throws PlatelightError `input_missing`, `invalid_input`, `state_unreadable`.
 *
 * @example
 * const { due, notes } = await planFolder('./menu', { outDir: './enhanced' })
 */
export async function planFolder(
  input: FolderInput | readonly FolderInput[],
  options: FolderOptions = {},
): Promise<FolderPlan> {
  return (await scanFolder(input, readFolderOptions(options), MAX_IMAGE_BYTES, 'plan')).plan
}

/**
 * Prices a run with the server's own prices. It spends and writes nothing. A photo that has its results, or that an earlier
 * run paid for, costs 0. If no photo is due, no request is sent.
 *
 * @param input a folder, or a list of folders, files and addresses
 * @throws PlatelightError as `planFolder`, or any error of a call.
 *
 * @example
 * const quote = await estimateFolder(client, './menu', { outDir: './enhanced', preset: 'balanced' })
 * if (!quote.affordable) throw new Error(`needs ${quote.credits}, have ${quote.available}`)
 */
export async function estimateFolder(
  client: Platelight,
  input: FolderInput | readonly FolderInput[],
  options: FolderOptions & { readonly signal?: AbortSignal } = {},
): Promise<FolderQuote> {
  const settings = readFolderOptions(options)
  const { photos, plan } = await scanFolder(input, settings, client.maxImageBytes, 'price')
  const prices = await pricesOf(client, photos, options.signal)
  const perFile = photos.map((photo) => {
    const credits = isPayable(photo) ? photo.owed.reduce((sum, request) => sum + prices.of(request), 0) : 0
    const free = photo.due ? (photo.owed.length === 0 ? ('paid' as const) : photo.uncharged) : undefined
    return { ...photo.planned, credits, ...(free !== undefined && { free }) }
  })
  return { ...plan, ...prices.quote, perFile }
}

/** The server's prices for the photos that are due, and whether the balance is sufficient. Equal requests are priced once. */
export async function pricesOf(client: Platelight, photos: readonly ScannedPhoto[], signal: AbortSignal | undefined) {
  const requests = new Map<string, { readonly request: PhotoRequest; quantity: number }>()
  for (const photo of photos) {
    for (const request of photo.missing) {
      const key = JSON.stringify(request)
      const known = requests.get(key) ?? { request, quantity: 0 }
      requests.set(key, known)
      if (isPayable(photo) && photo.owed.includes(request)) known.quantity++
    }
  }
  const prices = new Map<string, number>()
  let credits = 0
  let available: number | null = null
  for (const [key, { request, quantity }] of requests) {
    const call = { ...callOf(request), quantity: Math.max(1, quantity) }
    const answer = await client.service.estimate(call, signal ? { signal } : {})
    prices.set(key, answer.credits_each)
    credits += answer.credits_each * quantity
    available = answer.available_credits
  }
  const of = (request: PhotoRequest): number => prices.get(JSON.stringify(request)) ?? 0
  const creditsEach = Math.max(
    0,
    ...photos.map(({ missing }) => missing.reduce((sum, request) => sum + of(request), 0)),
  )
  return {
    quote: { credits, creditsEach, available, affordable: available === null || credits <= available },
    of,
  }
}

/** A price needs a complete request. The server does not fetch the address. */
function callOf(request: PhotoRequest) {
  const image = 'https://example.com/a.jpg'
  if (request.platform === undefined)
    return { path: '/v1/photos/enhance', body: { imageUrl: image, ...request, formats: [...request.formats] } }
  const { platform, subject } = request
  return { path: '/api/platform-optimize', body: { image_url: image, platform, subject } }
}
