import { join } from 'node:path'
import { inOrder } from '../folder-events.ts'
import { type LedgerView, readLedgerView } from '../ledger/ledger-view.ts'
import { commonRoot, likelyPath, type OutputPlan, type PhotoItem, planOutputs } from '../outputs/output-paths.ts'
import { checkOutputs, knownKey } from '../outputs/pending-outputs.ts'
import { readPhoto } from '../scan/photo-content.ts'
import { findPhotos } from '../scan/photo-sources.ts'
import { type Uncharged, unchargedOf } from '../scan/uncharged-photos.ts'
import type { FolderInput, FolderSettings } from './folder-options.ts'
import type { FolderPlan, PlannedOutput } from './folder-report.ts'

const LEDGER_NAME = '.platelight-batch.jsonl'

/** A photo before it is worked on. `paid` tells that it was bought, and only has to be fetched. */
export interface ScannedPhoto {
  readonly item: PhotoItem
  readonly due: boolean
  readonly paid: boolean
  /** Why it costs nothing although it is due; left out where it does. */
  readonly uncharged?: Uncharged
}

/** A run before it begins. */
export interface FolderScan {
  readonly plan: OutputPlan
  readonly items: readonly ScannedPhoto[]
  readonly told: FolderPlan
}

/**
 * Finds the photos, decides where their results go, and sees which are there. Reads, and writes nothing.
 *
 * @param purpose `price` reads photos to find out which were paid for, where the ledger's word on their files is not enough;
 *   `plan` does not even look which are pictures
 */
export async function scanFolder(
  input: FolderInput | readonly FolderInput[],
  settings: FolderSettings,
  maxBytes: number,
  purpose: 'plan' | 'price' | 'run',
): Promise<FolderScan> {
  const { sources, notes } = await findPhotos(input, settings)
  const plan = planOutputs(sources, settings)
  const ledgers = new Map<string | null, Promise<LedgerView>>()
  const items: ScannedPhoto[] = []
  const perFile: FolderPlan['perFile'][number][] = []
  for (const item of plan.items) {
    const path = ledgerPath(item, settings)
    const view = ledgers.get(path) ?? readLedgerView(path, settings.fresh)
    ledgers.set(path, view)
    const ledger = await view
    const content = () => readPhoto(item.source, maxBytes)
    const { present, missing } = await checkOutputs(item, { ...settings, ledger, content })
    const due = missing.length > 0
    const outputs = present.map((output): PlannedOutput => ({ ...output, exists: true }))
    for (const target of missing) {
      outputs.push({ format: target.format, path: likelyPath(target, item.wish.removeBackground), exists: false })
    }
    perFile.push({ file: item.name, due, preset: item.wish.preset, outputs: inOrder(outputs) })
    const isRead = purpose === 'price' && ledger.records.hasPhotos()
    const key = due ? await knownKey(item, ledger, isRead ? content : undefined) : undefined
    items.push({ item, due, paid: key !== undefined && ledger.records.photo(key) !== undefined })
  }
  const told: FolderPlan = {
    photos: items.length,
    due: items.filter(({ due }) => due).length,
    perFile,
    out: commonRoot(plan.roots),
    roots: plan.roots,
    folders: plan.folders,
    notes: [...notes, ...plan.notes],
  }
  if (purpose === 'plan') return { plan, items, told }
  const payable = items.filter(isPayable)
  const candidates = payable.map(({ item: { source, wish } }) => ({ source, wish: JSON.stringify(wish) }))
  const uncharged = await unchargedOf(candidates, maxBytes)
  const reasons = new Map(payable.map((each, index) => [each, uncharged.get(index)]))
  const counted = items.map((each) => {
    const reason = reasons.get(each)
    return reason === undefined ? each : { ...each, uncharged: reason }
  })
  return { plan, items: counted, told }
}

/** Whether it will be paid for. */
export const isPayable = ({ due, paid, uncharged }: Pick<ScannedPhoto, 'due' | 'paid' | 'uncharged'>): boolean =>
  due && !paid && uncharged === undefined

/** Where a photo's run is written down: beside its results, unless a place was named; null for nowhere. */
export function ledgerPath({ root }: PhotoItem, { stateFile, outFile }: FolderSettings): string | null {
  if (stateFile !== undefined) return stateFile === false ? null : stateFile
  return outFile === undefined ? join(root, LEDGER_NAME) : null
}
