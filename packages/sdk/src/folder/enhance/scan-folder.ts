import { join } from 'node:path'
import { inOrder } from '../folder-events.ts'
import { type LedgerView, readLedgerView } from '../ledger/ledger-view.ts'
import { pathOf } from '../outputs/output-targets.ts'
import type { FolderInput } from '../scan/folder-input.ts'
import { readPhoto } from '../scan/photo-content.ts'
import { findPhotos } from '../scan/photo-sources.ts'
import { type Uncharged, unchargedOf } from '../scan/uncharged-photos.ts'
import type { FolderSettings } from './folder-options.ts'
import type { FolderPlan, PlannedFile, PlannedOutput } from './folder-report.ts'
import { knownKey, pendingOutputs } from './pending-outputs.ts'
import { commonRoot, type PhotoItem, type PhotoItems, planPhotoItems } from './photo-items.ts'

const LEDGER_NAME = '.platelight-batch.jsonl'

/** A photo as found by the scan. */
export interface ScannedPhoto {
  readonly item: PhotoItem
  readonly planned: PlannedFile
  /** Whether a result is missing. */
  readonly due: boolean
  /** Whether an earlier run bought it, so that it only has to be fetched. */
  readonly paid: boolean
  /** Why it costs nothing although it is due. Absent if it costs something. */
  readonly uncharged?: Uncharged
}

/** Everything the scan found. */
export interface FolderScan {
  readonly outputs: PhotoItems
  readonly photos: readonly ScannedPhoto[]
  readonly plan: FolderPlan
}

/**
 * Finds the photos, decides where their results go, and checks which results exist. It writes nothing.
 *
 * @param purpose `price` reads photos whose files are not in the ledger, to find out which were paid for; `plan` does not
 *   check which files are pictures
 */
export async function scanFolder(
  input: FolderInput | readonly FolderInput[],
  settings: FolderSettings,
  maxBytes: number,
  purpose: 'plan' | 'price' | 'run',
): Promise<FolderScan> {
  const { sources, leftOut, notes } = await findPhotos(input, settings)
  const outputs = planPhotoItems(sources, settings)
  const ledgers = new Map<string | null, Promise<LedgerView>>()
  const photos: ScannedPhoto[] = []
  for (const item of outputs.items) {
    const path = ledgerPath(item, settings)
    const view = ledgers.get(path) ?? readLedgerView(path, settings.fresh)
    ledgers.set(path, view)
    photos.push(await scanPhoto(item, await view, settings, maxBytes, purpose))
  }
  const plan: FolderPlan = {
    photos: photos.length,
    due: photos.filter(({ due }) => due).length,
    perFile: photos.map(({ planned }) => planned),
    out: commonRoot(outputs.roots),
    roots: outputs.roots,
    folders: outputs.folders,
    leftOut,
    notes: [...notes, ...outputs.notes],
  }
  return { outputs, photos: purpose === 'plan' ? photos : await withUncharged(photos, maxBytes), plan }
}

async function scanPhoto(
  item: PhotoItem,
  ledger: LedgerView,
  settings: FolderSettings,
  maxBytes: number,
  purpose: 'plan' | 'price' | 'run',
): Promise<ScannedPhoto> {
  const content = () => readPhoto(item.source, maxBytes)
  const { present, missing } = await pendingOutputs(item, { ...settings, ledger, content })
  const due = missing.length > 0
  // If the photo turns out to have transparency, the result becomes a PNG.
  const extension = item.request.removeBackground ? '.png' : '.jpg'
  const outputs: PlannedOutput[] = [
    ...present.map((output) => ({ ...output, exists: true })),
    ...missing.map((target) => ({ format: target.format, path: pathOf(target, extension), exists: false })),
  ]
  const isRead = purpose === 'price' && ledger.records.hasPhotos()
  const key = due ? await knownKey(item, ledger, isRead ? content : undefined) : undefined
  const planned = { file: item.name, due, preset: item.request.preset, outputs: inOrder(outputs) }
  return { item, planned, due, paid: key !== undefined && ledger.records.photo(key) !== undefined }
}

/** Adds the reason to each photo that costs nothing. */
async function withUncharged(photos: readonly ScannedPhoto[], maxBytes: number): Promise<ScannedPhoto[]> {
  const payable = photos.filter(isPayable)
  const candidates = payable.map(({ item: { source, request } }) => ({ source, requestKey: JSON.stringify(request) }))
  const uncharged = await unchargedOf(candidates, maxBytes)
  const reasons = new Map([...uncharged].map(([index, uncharged]) => [payable[index], { uncharged }]))
  return photos.map((photo) => ({ ...photo, ...reasons.get(photo) }))
}

/** Whether the photo will be paid for. */
export const isPayable = ({ due, paid, uncharged }: Pick<ScannedPhoto, 'due' | 'paid' | 'uncharged'>): boolean =>
  due && !paid && uncharged === undefined

/** The ledger path of a photo: next to its results, unless `stateFile` names another file. Null if no ledger is kept. */
export function ledgerPath({ root }: PhotoItem, { stateFile, outFile }: FolderSettings): string | null {
  if (stateFile !== undefined) return stateFile === false ? null : stateFile
  return outFile === undefined ? join(root, LEDGER_NAME) : null
}
