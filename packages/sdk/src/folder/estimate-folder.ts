import type { Platelight } from '../client.ts'
import { MAX_IMAGE_BYTES } from '../upload.ts'
import { look } from './look.ts'
import { type FolderInput, type FolderOptions, readFolderOptions, type Wish } from './options.ts'
import type { FolderPlan, FolderQuote } from './report.ts'

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
  return (await look(input, readFolderOptions(options), MAX_IMAGE_BYTES, false)).told
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
  const { items, told } = await look(input, settings, client.maxImageBytes, true)
  const price =
    told.due > 0 ? await priceOf(client, settings.wish, items.filter(isPayable).length, options.signal) : FREE
  const perFile = items.map((each) => ({
    file: each.item.name,
    due: each.due,
    credits: isPayable(each) ? price.creditsEach : 0,
  }))
  return { ...told, ...price, perFile }
}

const FREE = { credits: 0, creditsEach: 0, available: null, affordable: true }

export const isPayable = ({ due, paid }: { due: boolean; paid: boolean }): boolean => due && !paid

/** The server's price for so many photos, and whether the balance is enough. */
export async function priceOf(client: Platelight, wish: Wish, photos: number, signal?: AbortSignal) {
  // The address is not looked at: a price needs a request that is whole.
  const body = { imageUrl: 'https://example.com/photo.jpg', ...wish, formats: [...wish.formats] }
  const asked = { path: '/v1/photos/enhance', body, quantity: Math.max(1, photos) }
  const { credits_each, available_credits } = await client.service.estimate(asked, signal ? { signal } : {})
  const credits = credits_each * photos
  return { credits, creditsEach: credits_each, available: available_credits, affordable: credits <= available_credits }
}
