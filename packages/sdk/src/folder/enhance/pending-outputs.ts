import type { OnExisting, Output } from '../folder-events.ts'
import type { LedgerView } from '../ledger/ledger-view.ts'
import { existingOutputs } from '../outputs/output-targets.ts'
import { type ContentId, fileStateAt, type PhotoContent } from '../scan/photo-content.ts'
import type { FormatTarget, PhotoItem, PhotoPart } from './photo-items.ts'
import { appearanceOf, photoRequestKey } from './photo-request-key.ts'

/** Which results of one photo exist on disk, and which are missing. */
export interface PendingOutputs {
  /** Existing results that stay. */
  readonly present: readonly Output[]
  readonly missing: readonly FormatTarget[]
  /** How many of the missing ones exist, but were made with other options. */
  readonly changed: number
}

/** How results are compared with the disk. `content` reads the photo and is called only if nothing else identifies it. */
export interface OutputCheck {
  readonly onExisting: OnExisting
  readonly ledger: LedgerView
  readonly content: () => Promise<PhotoContent>
}

/**
 * Compares a photo's results with the disk. A result in the ledger counts only as long as its photo and the options are the
 * same. A file that is not in the ledger, or that was changed since, belongs to the user and stays.
 */
export async function pendingOutputs(
  { source }: PhotoItem,
  { targets, request }: PhotoPart,
  { onExisting, ledger, content }: OutputCheck,
): Promise<PendingOutputs> {
  let known: Promise<ContentId | undefined> | undefined
  let changed = 0
  const isStale = async (path: string): Promise<boolean> => {
    const made = ledger.records.output(ledger.named(path))
    const state = made && (await fileStateAt(path))
    if (!made || !state || state.size !== made.state.size || state.mtime !== made.state.mtime) return false
    if (made.look !== appearanceOf(request)) {
      changed++
      return true
    }
    // A photo that cannot be read cannot be enhanced again either, so its result stays.
    known ??= contentIdOf(source, ledger, content).catch(() => undefined)
    const subject = await known
    return subject !== undefined && subject !== made.subject
  }
  const { present, missing } = await existingOutputs(targets, onExisting, isStale)
  return { present: present.map(({ target: { format }, path }) => outputOf(request, format, path)), missing, changed }
}

/** A result of a request. */
export const outputOf = ({ platform }: PhotoPart['request'], format: Output['format'], path: string): Output => ({
  format,
  ...(platform !== undefined && { platform }),
  path,
})

/** The key of a photo, or undefined if it is unknown. The photo is read only if `content` is given. */
export async function knownKey(
  { source }: PhotoItem,
  { request }: PhotoPart,
  ledger: LedgerView,
  content: OutputCheck['content'] = () => Promise.reject(new Error('not read')),
): Promise<string | undefined> {
  const subject = await contentIdOf(source, ledger, content).catch(() => undefined)
  return subject && photoRequestKey(subject, request)
}

/** Identifies a photo from the ledger if its file has not changed, otherwise by reading it. */
async function contentIdOf(
  source: PhotoItem['source'],
  ledger: LedgerView,
  content: OutputCheck['content'],
): Promise<ContentId> {
  if (source.kind === 'url') return `url:${source.url}`
  const state = source.kind === 'file' ? await fileStateAt(source.path) : undefined
  const recorded = source.kind === 'file' && state && ledger.records.subject(ledger.named(source.path), state)
  return recorded || (await content()).subject
}

/** The name under which the ledger lists a photo. */
export const ledgerNameOf = ({ source }: PhotoItem, ledger: LedgerView): string =>
  source.kind === 'file' ? ledger.named(source.path) : source.kind === 'url' ? source.url : `bytes:${source.name}`
