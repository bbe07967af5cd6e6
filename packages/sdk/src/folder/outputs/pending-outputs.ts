import type { OnExisting, Output } from '../folder-events.ts'
import type { LedgerView } from '../ledger/ledger-view.ts'
import {
  appearanceOf,
  type ContentId,
  fileStateAt,
  idempotencyKeyOf,
  type PhotoContent,
} from '../scan/photo-content.ts'
import { type OutputTarget, type PhotoItem, possiblePaths } from './output-paths.ts'

/** What is left to do for one photo, seen from the disk. */
export interface OutputState {
  /** Results that are there already and stay. */
  readonly present: readonly Output[]
  readonly missing: readonly OutputTarget[]
}

/** How the disk is looked at: `content` reads the photo, and is called only where nothing else can tell. */
export interface OutputCheck {
  readonly onExisting: OnExisting
  readonly ledger: LedgerView
  readonly content: () => Promise<PhotoContent>
}

/**
 * Compares a photo's results with what is on disk. A result that the ledger knows as ours counts only as long as its
 * photo and the options are the same; one that is not ours, or was changed since, is somebody's and counts as it is.
 */
export async function checkOutputs(
  { targets, source, wish }: PhotoItem,
  { onExisting, ledger, content }: OutputCheck,
): Promise<OutputState> {
  if (onExisting === 'overwrite') return { present: [], missing: targets }
  if (onExisting === 'rename') return { present: [], missing: await freeNames(targets) }

  let known: Promise<ContentId | undefined> | undefined
  const isStale = async (path: string): Promise<boolean> => {
    const made = ledger.records.output(ledger.named(path))
    const state = made && (await fileStateAt(path))
    if (!made || !state || state.size !== made.state.size || state.mtime !== made.state.mtime) return false
    if (made.look !== appearanceOf(wish)) return true
    // A photo that cannot be read now cannot be made anew either: its result stays.
    known ??= subjectOf(source, ledger, content).catch(() => undefined)
    const subject = await known
    return subject !== undefined && subject !== made.subject
  }

  const present: Output[] = []
  const missing: OutputTarget[] = []
  for (const target of targets) {
    const path = await existing(target)
    if (path === undefined || (await isStale(path))) missing.push(target)
    else present.push({ format: target.format, path })
  }
  return { present, missing }
}

/** The key a photo will have, where that can be known: without reading it, unless `content` reads. */
export async function knownKey(
  { source, wish }: PhotoItem,
  ledger: LedgerView,
  content: OutputCheck['content'] = () => Promise.reject(new Error('not read')),
): Promise<string | undefined> {
  const subject = await subjectOf(source, ledger, content).catch(() => undefined)
  return subject && idempotencyKeyOf(subject, wish)
}

/** What a photo is, by the ledger where its file is as it was, else by reading it. */
async function subjectOf(
  source: PhotoItem['source'],
  ledger: LedgerView,
  content: OutputCheck['content'],
): Promise<ContentId> {
  if (source.kind === 'url') return `url:${source.url}`
  const state = source.kind === 'file' ? await fileStateAt(source.path) : undefined
  const recorded = source.kind === 'file' && state && ledger.records.subject(ledger.named(source.path), state)
  return recorded || (await content()).subject
}

/** The name a photo has in its ledger. */
export const ledgerNameOf = ({ source }: PhotoItem, ledger: LedgerView): string =>
  source.kind === 'file' ? ledger.named(source.path) : source.kind === 'url' ? source.url : `bytes:${source.name}`

async function existing(target: OutputTarget): Promise<string | undefined> {
  for (const path of possiblePaths(target)) if (await fileStateAt(path)) return path
  return undefined
}

/** All formats of a photo get the same number, so that they still belong together: a-square-2, a-portrait-2. */
async function freeNames(targets: readonly OutputTarget[]): Promise<readonly OutputTarget[]> {
  for (let number = 1; ; number++) {
    const named = targets.map((target) => (number === 1 ? target : numbered(target, number)))
    const taken = await Promise.all(named.map(existing))
    if (taken.every((path) => path === undefined)) return named
  }
}

const numbered = (target: OutputTarget, number: number): OutputTarget =>
  target.kind === 'stem'
    ? { ...target, stem: `${target.stem}-${number}` }
    : { ...target, path: target.path.replace(/(\.[^.]+)$/, `-${number}$1`) }
