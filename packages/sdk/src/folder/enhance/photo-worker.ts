import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'
import { type FileEvent, type Format, inOrder, type Output, SCHEMA_VERSION, type Stage } from '../folder-events.ts'
import type { SavedOutput } from '../ledger/ledger-records.ts'
import type { Ledger } from '../ledger/run-ledger.ts'
import type { OutputTarget, PhotoItem } from '../outputs/output-paths.ts'
import { checkOutputs, knownKey, ledgerNameOf } from '../outputs/pending-outputs.ts'
import { appearanceOf, type FileState, fileStateAt, idempotencyKeyOf, readPhoto } from '../scan/photo-content.ts'
import type { FolderSettings } from './folder-options.ts'
import {
  createPurchases,
  type PurchaseDependencies,
  type PurchasedPhoto,
  type PurchaseOrder,
} from './photo-purchase.ts'

export interface PhotoWork extends PurchaseDependencies {
  readonly settings: FolderSettings
  readonly ledgerOf: (item: PhotoItem) => Ledger
  /** Told the size of every result. */
  readonly onSaved: (sizeBytes: number) => void
}

/** Does everything for one photo, or throws why not. */
export type PhotoWorker = (item: PhotoItem, tell: (stage: Stage, percent: number) => void) => Promise<FileEvent>

/**
 * Makes the worker of a run: skip what is there, fetch what was bought, else read, upload and enhance; then save. Photos
 * with equal content are bought once and saved under each of their names.
 */
export function createPhotoWorker(work: PhotoWork): PhotoWorker {
  const { client, settings, ledgerOf, signal } = work
  const purchases = createPurchases(work)

  return async (item, tell) => {
    const ledger = ledgerOf(item)
    let read: ReturnType<typeof readPhoto> | undefined
    const content = () => {
      if (!read) tell('reading', 5)
      read ??= readPhoto(item.source, client.maxImageBytes)
      return read
    }
    const { present, missing } = await checkOutputs(item, { ...settings, ledger, content })
    if (missing.length === 0) return eventOf(item, 'skipped', present)

    const key = (await knownKey(item, ledger)) ?? idempotencyKeyOf((await content()).subject, item.wish)
    const order: PurchaseOrder = { key, wish: item.wish, file: ledgerNameOf(item, ledger), ledger, content, tell }
    const bought = await purchases.obtain(order)
    tell('saving', 80)
    const save = ({ photo }: PurchasedPhoto) => saveAll(photo, missing)
    const [final, saved] = await save(bought).then(
      (files) => [bought, files] as const,
      async (error: unknown) => {
        // The answer was kept from an earlier run, and the photo deleted on the server since: it has to be made again.
        if (!(error instanceof APIError && error.status === 404)) throw error
        const again = await purchases.replace(order, bought)
        tell('saving', 80)
        return [again, await save(again)] as const
      },
    )
    await record(order, final, saved, (await read)?.state ?? null)
    const { photo, credits } = final
    return {
      ...eventOf(item, 'done', [...present, ...saved]),
      credits: bought === final ? credits : credits + bought.credits,
      photo: photo.id,
      ...(photo.warnings?.length ? { warnings: photo.warnings } : {}),
    }
  }

  async function saveAll(photo: PurchasedPhoto['photo'], targets: readonly OutputTarget[]): Promise<Output[]> {
    const outputs: Output[] = []
    for (const target of targets) {
      const { format } = target
      const path = target.kind === 'file' ? target.path : `${target.stem}${extensionOf(photo, format)}`
      const { sizeBytes } = await client.photos.download(photo, format, path, { signal })
      work.onSaved(sizeBytes)
      outputs.push({ format, path })
    }
    return outputs
  }

  /** Writes down what was saved, and, where another name of the same photo was bought, what it is. */
  async function record(
    order: PurchaseOrder,
    { photo }: PurchasedPhoto,
    saved: readonly Output[],
    state: FileState | null,
  ) {
    const { key, wish, file, ledger } = order
    const known = ledger.records.photo(key)
    const subject = known?.subject ?? (await order.content()).subject
    if (known?.id !== photo.id) {
      await ledger.append({ type: 'enhanced', key, file, subject, photo: photo.id, credits: 0 })
    }
    const outputs: SavedOutput[] = []
    for (const { format, path } of saved) {
      const written = await fileStateAt(path)
      if (written) outputs.push({ format, path: ledger.named(path), state: written })
    }
    await ledger.append({ type: 'saved', key, file, subject, state, look: appearanceOf(wish), outputs })
  }
}

const eventOf = (item: PhotoItem, status: 'done' | 'skipped', outputs: readonly Output[]): FileEvent => ({
  schemaVersion: SCHEMA_VERSION,
  type: 'file',
  file: item.name,
  status,
  outputs: inOrder(outputs),
})

function extensionOf({ enhanced }: PurchasedPhoto['photo'], format: Format): string {
  const url = enhanced[format]
  if (url === undefined) throw new PlatelightError('format_missing', `The server sent no ${format} picture.`)
  return /\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
}
