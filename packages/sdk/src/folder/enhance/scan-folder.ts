import { join } from 'node:path'
import { inOrder } from '../folder-events.ts'
import { type LedgerView, readLedgerView } from '../ledger/ledger-view.ts'
import { pathOf } from '../outputs/output-targets.ts'
import type { FolderInput } from '../scan/folder-input.ts'
import { readPhoto } from '../scan/photo-content.ts'
import { findPhotos } from '../scan/photo-sources.ts'
import { type Uncharged, unchargedOf } from '../scan/uncharged-photos.ts'
import type { FolderSettings, PhotoRequest } from './folder-options.ts'
import type { FolderPlan, PlannedFile, PlannedOutput } from './folder-report.ts'
import { knownKey, outputOf, pendingOutputs } from './pending-outputs.ts'
import { commonRoot, type PhotoItem, type PhotoItems, planPhotoItems } from './photo-items.ts'

const LEDGER_NAME = '.platelight-batch.jsonl'

/** A photo as found by the scan. */
export interface ScannedPhoto {
  readonly item: PhotoItem
  readonly planned: PlannedFile
  /** Whether a result is missing. */
  readonly due: boolean
  /** The requests whose results are missing. */
  readonly missing: readonly PhotoRequest[]
  /** Those of them that no earlier run bought. The others only have to be fetched. */
  readonly owed: readonly PhotoRequest[]
  /** Whether a result was made with other options, such as those of an earlier recipe. */
  readonly changed: boolean
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
  const changed = photos.filter((photo) => photo.changed).length
  const plan: FolderPlan = {
    photos: photos.length,
    due: photos.filter(({ due }) => due).length,
    perFile: photos.map(({ planned }) => planned),
    out: commonRoot(outputs.roots),
    roots: outputs.roots,
    folders: outputs.folders,
    leftOut,
    notes: [
      ...notes,
      ...outputs.notes,
      ...(changed > 0 ? [`${changed} made with other options, and now made again.`] : []),
    ],
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
  const isRead = purpose === 'price' && ledger.records.hasPhotos()
  const outputs: PlannedOutput[] = []
  const due: PhotoRequest[] = []
  const owed: PhotoRequest[] = []
  let isChanged = false
  for (const part of item.parts) {
    const { request } = part
    const { present, missing, changed } = await pendingOutputs(item, part, { ...settings, ledger, content })
    // If the photo turns out to have transparency, the result becomes a PNG.
    const extension = request.platform === undefined && request.removeBackground ? '.png' : '.jpg'
    outputs.push(
      ...present.map((output) => ({ ...output, exists: true })),
      ...missing.map((target) => ({ ...outputOf(request, target.format, pathOf(target, extension)), exists: false })),
    )
    if (missing.length === 0) continue
    due.push(request)
    isChanged ||= changed > 0
    const key = await knownKey(item, part, ledger, isRead ? content : undefined)
    if (key === undefined || ledger.records.photo(key) === undefined) owed.push(request)
  }
  const preset = item.parts.flatMap(({ request }) => ('preset' in request ? request.preset : []))[0] ?? settings.preset
  const planned = { file: item.name, due: due.length > 0, preset, outputs: inOrder(outputs) }
  return { item, planned, due: due.length > 0, missing: due, owed, changed: isChanged }
}

/** Adds the reason to each photo that costs nothing. */
async function withUncharged(photos: readonly ScannedPhoto[], maxBytes: number): Promise<ScannedPhoto[]> {
  const payable = photos.filter(isPayable)
  const candidates = payable.map(({ item: { source }, owed }) => ({ source, requestKey: JSON.stringify(owed) }))
  const uncharged = await unchargedOf(candidates, maxBytes)
  const reasons = new Map([...uncharged].map(([index, uncharged]) => [payable[index], { uncharged }]))
  return photos.map((photo) => ({ ...photo, ...reasons.get(photo) }))
}

/** Whether the photo will be paid for. */
export const isPayable = ({ owed, uncharged }: Pick<ScannedPhoto, 'owed' | 'uncharged'>): boolean =>
  owed.length > 0 && uncharged === undefined

/** The ledger path of a photo: next to its results, unless `stateFile` names another file. Null if no ledger is kept. */
export function ledgerPath({ root }: PhotoItem, { stateFile, outFile }: FolderSettings): string | null {
  if (stateFile !== undefined) return stateFile === false ? null : stateFile
  return outFile === undefined ? join(root, LEDGER_NAME) : null
}
