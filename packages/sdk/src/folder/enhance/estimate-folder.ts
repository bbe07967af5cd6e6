import type { Platelight } from '../../client/platelight.ts'
import { MAX_IMAGE_BYTES } from '../../files/picture-input.ts'
import { type FolderInput, type FolderOptions, type PhotoRequest, readFolderOptions } from './folder-options.ts'
import type { FolderPlan, FolderQuote } from './folder-report.ts'
import { isPayable, type ScannedPhoto, scanFolder } from './scan-folder.ts'

/**
 * What a run over photos would do: how many there are, how many lack a result, and where results go. Needs no server.
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
  return (await scanFolder(input, readFolderOptions(options), MAX_IMAGE_BYTES, 'plan')).told
}

/**
 * What a run over photos would cost, by the server's own price. Spends nothing, writes nothing. What has its results, and
 * what an earlier run paid for, costs 0; where nothing is due the server is not asked.
 *
 * @param input a folder, or a list of folders, files and addresses
 * @throws PlatelightError as `planFolder`; otherwise what any call throws.
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
  const { items, told } = await scanFolder(input, settings, client.maxImageBytes, 'price')
  const prices = await pricesOf(client, items, options.signal)
  const perFile = told.perFile.map((file, index) => {
    const each = items[index]
    const credits = each && isPayable(each) ? prices.of(each.item.wish) : 0
    const free = each?.due ? (each.paid ? ('paid' as const) : each.uncharged) : undefined
    return { ...file, credits, ...(free !== undefined && { free }) }
  })
  return { ...told, ...prices.quote, perFile }
}

/** The server's prices of the photos that are due, and whether the balance is enough. It is asked once for each wish. */
export async function pricesOf(client: Platelight, items: readonly ScannedPhoto[], signal: AbortSignal | undefined) {
  const wishes = new Map<string, { readonly wish: PhotoRequest; photos: number }>()
  for (const each of items) {
    if (!each.due) continue
    const name = JSON.stringify(each.item.wish)
    const known = wishes.get(name) ?? { wish: each.item.wish, photos: 0 }
    wishes.set(name, known)
    if (isPayable(each)) known.photos++
  }
  const prices = new Map<string, number>()
  let credits = 0
  let available: number | null = null
  for (const [name, { wish, photos }] of wishes) {
    // The address is not looked at: a price needs a request that is whole.
    const body = { imageUrl: 'https://example.com/a.jpg', ...wish, formats: [...wish.formats] }
    const asked = { path: '/v1/photos/enhance', body, quantity: Math.max(1, photos) }
    const answer = await client.service.estimate(asked, signal ? { signal } : {})
    prices.set(name, answer.credits_each)
    credits += answer.credits_each * photos
    available = answer.available_credits
  }
  const creditsEach = Math.max(0, ...prices.values())
  return {
    quote: { credits, creditsEach, available, affordable: available === null || credits <= available },
    of: (wish: PhotoRequest): number => prices.get(JSON.stringify(wish)) ?? 0,
  }
}
