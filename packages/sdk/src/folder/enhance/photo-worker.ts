import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'
import type { RunTools } from '../engine/run-photos.ts'
import { type FileEvent, type Format, inOrder, type Output, SCHEMA_VERSION, type Stage } from '../folder-events.ts'
import type { SavedOutput } from '../ledger/ledger-records.ts'
import type { Ledger } from '../ledger/run-ledger.ts'
import { extensionOf, pathOf } from '../outputs/output-targets.ts'
import { type FileState, fileStateAt, readPhoto } from '../scan/photo-content.ts'
import type { FolderSettings, PhotoRequest } from './folder-options.ts'
import { knownKey, ledgerNameOf, outputOf, pendingOutputs } from './pending-outputs.ts'
import type { FormatTarget, PhotoItem, PhotoPart } from './photo-items.ts'
import { createPurchases, type PurchasedPhoto, type PurchaseOptions, type PurchaseOrder } from './photo-purchase.ts'
import { appearanceOf, photoRequestKey } from './photo-request-key.ts'

export interface PhotoWorkerOptions extends PurchaseOptions {
  readonly settings: Pick<FolderSettings, 'onExisting'>
  readonly ledgerOf: (item: PhotoItem) => Ledger
  readonly onProgress: (item: PhotoItem, stage: Stage, percent: number) => void
  /** Called with the size of every saved result. */
  readonly onSaved: (sizeBytes: number) => void
}

/** The results of one request. `photo` is absent if all of them existed. */
interface MadePart {
  readonly outputs: readonly Output[]
  readonly credits: number
  readonly photo?: PurchasedPhoto['photo']
}

/** What the requests of one photo share. It is read once, and `state` is that of the file then; null if it was not read. */
interface PhotoTools extends Pick<PurchaseOrder, 'ledger' | 'content' | 'report'> {
  readonly state: () => Promise<FileState | null>
}

/** Does all the work for one photo. @throws the reason if it fails */
export type PhotoWorker = (item: PhotoItem) => Promise<FileEvent>

/**
 * Creates the worker of a run. It skips a photo whose results exist and fetches one that was bought. Otherwise it reads,
 * uploads and enhances the photo. Then it saves the results. Photos with equal content are bought once and saved under each
 * of their names.
 */
export function createPhotoWorker(options: PhotoWorkerOptions, tools: RunTools): PhotoWorker {
  const { client, settings, ledgerOf, onProgress, onSaved } = options
  const purchases = createPurchases(options, tools)

  return async (item) => {
    const { parts } = item
    let finished = 0
    const report = (stage: Stage, percent: number) =>
      onProgress(item, stage, Math.round((finished * 100 + percent) / parts.length))
    const ledger = ledgerOf(item)
    let read: ReturnType<typeof readPhoto> | undefined
    const content = () => {
      if (!read) report('reading', 5)
      read ??= readPhoto(item.source, client.maxImageBytes)
      return read
    }
    const made: MadePart[] = []
    for (const part of parts) {
      const state = async () => (await read)?.state ?? null
      made.push(await makePart(item, part, { ledger, content, state, report }))
      finished++
    }
    const outputs = made.flatMap((part) => part.outputs)
    const bought = made.flatMap(({ photo }) => photo ?? [])
    const [first] = bought
    if (!first) return eventOf(item, 'skipped', outputs)
    const warnings = bought.flatMap((photo) => photo.warnings ?? [])
    return {
      ...eventOf(item, 'done', outputs),
      credits: made.reduce((sum, { credits }) => sum + credits, 0),
      photo: first.id,
      ...(warnings.length > 0 && { warnings }),
    }
  }

  /** Makes the missing results of one request. */
  async function makePart(
    item: PhotoItem,
    part: PhotoPart,
    { ledger, content, state, report }: PhotoTools,
  ): Promise<MadePart> {
    const { request } = part
    const { present, missing } = await pendingOutputs(item, part, { ...settings, ledger, content })
    if (missing.length === 0) return { outputs: present, credits: 0 }

    const key = (await knownKey(item, part, ledger)) ?? photoRequestKey((await content()).subject, request)
    const order: PurchaseOrder = {
      key,
      request,
      file: ledgerNameOf(item, ledger),
      ledger,
      content,
      report,
    }
    const bought = await purchases.obtain(order)
    report('saving', 80)
    const save = ({ photo }: PurchasedPhoto) => saveAll(photo, request, missing)
    const [final, saved] = await save(bought).then(
      (files) => [bought, files] as const,
      async (error: unknown) => {
        // An earlier run bought the photo, and it was deleted on the server since. It has to be bought again.
        if (!(error instanceof APIError && error.status === 404)) throw error
        const again = await purchases.replace(order, bought)
        report('saving', 80)
        return [again, await save(again)] as const
      },
    )
    await record(order, final, saved, await state())
    const { photo, credits } = final
    return {
      outputs: [...present, ...saved],
      credits: bought === final ? credits : credits + bought.credits,
      photo,
    }
  }

  async function saveAll(
    photo: PurchasedPhoto['photo'],
    request: PhotoRequest,
    targets: readonly FormatTarget[],
  ): Promise<Output[]> {
    const outputs: Output[] = []
    for (const target of targets) {
      const { format } = target
      const path = pathOf(target, extensionOf(linkOf(photo, format)))
      const { sizeBytes } = await client.photos.download(photo, format, path, { signal: tools.signal })
      onSaved(sizeBytes)
      outputs.push(outputOf(request, format, path))
    }
    return outputs
  }

  /** Records the saved results, and also the purchase if it was made under another name of the same photo. */
  async function record(
    order: PurchaseOrder,
    { photo }: PurchasedPhoto,
    saved: readonly Output[],
    state: FileState | null,
  ) {
    const { key, request, file, ledger } = order
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
    await ledger.append({ type: 'saved', key, file, subject, state, look: appearanceOf(request), outputs })
  }
}

const eventOf = (item: PhotoItem, status: 'done' | 'skipped', outputs: readonly Output[]): FileEvent => ({
  schemaVersion: SCHEMA_VERSION,
  type: 'file',
  file: item.name,
  status,
  outputs: inOrder(outputs),
})

function linkOf({ enhanced }: PurchasedPhoto['photo'], format: Format): string {
  const url = enhanced[format]
  if (url === undefined) throw new PlatelightError('format_missing', `The server sent no ${format} picture.`)
  return url
}
