import { readFile } from 'node:fs/promises'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import type { Format } from '../folder-events.ts'
import { type ContentId, type FileState, isSameState } from '../scan/photo-content.ts'

/** A result as it was written. Its path is relative to the ledger's folder, so that both can be moved together. */
export interface SavedOutput {
  readonly format: Format
  readonly path: string
  readonly state: FileState
}

/** A line of the ledger: one transition of one photo. `at` is ISO 8601. */
export type Line = { readonly at: string; readonly file: string } & (
  | {
      readonly type: 'started'
      readonly key: string
      readonly subject: ContentId
      readonly state: FileState | null
      readonly url: string
    }
  | {
      readonly type: 'enhanced'
      readonly key: string
      readonly subject: ContentId
      readonly photo: string
      readonly credits: number
    }
  | {
      readonly type: 'saved'
      readonly key: string
      readonly subject: ContentId
      readonly state: FileState | null
      readonly look: string
      readonly outputs: readonly SavedOutput[]
    }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }
)

/** The first line of every ledger. */
export const HEADER = { ledger: 'platelight-batch', version: 1 }

/** Lookups over what earlier runs recorded. */
export interface Records {
  /** Whether any photo was bought. */
  hasPhotos(): boolean
  /** The photo bought under a key, and when. */
  photo(key: string): { readonly id: string; readonly at: string; readonly subject: ContentId } | undefined
  /** The address of the photo's upload. */
  upload(key: string): { readonly url: string; readonly at: string } | undefined
  /** The content of a file in this state; undefined if the file was never read in this state. */
  subject(file: string, state: FileState): ContentId | undefined
  /** The photo and options from which a result was made. */
  output(path: string): { readonly subject: ContentId; readonly look: string; readonly state: FileState } | undefined
}

/** Creates records to which lines can be added. */
export function createRecords(lines: Iterable<Line> = []): Records & { add(line: Line): void } {
  const photos = new Map<string, { id: string; at: string; subject: ContentId }>()
  const uploads = new Map<string, { url: string; at: string }>()
  const files = new Map<string, { subject: ContentId; state: FileState }>()
  const outputs = new Map<string, { subject: ContentId; look: string; state: FileState }>()

  const add = (line: Line) => {
    if (line.type === 'enhanced') photos.set(line.key, { id: line.photo, at: line.at, subject: line.subject })
    if (line.type === 'started') uploads.set(line.key, { url: line.url, at: line.at })
    if ((line.type === 'started' || line.type === 'saved') && line.state) {
      files.set(line.file, { subject: line.subject, state: line.state })
    }
    if (line.type === 'saved') {
      const { subject, look } = line
      for (const { path, state } of line.outputs) outputs.set(path, { subject, look, state })
    }
  }
  for (const line of lines) add(line)

  return {
    add,
    hasPhotos: () => photos.size > 0,
    photo: (key) => photos.get(key),
    upload: (key) => uploads.get(key),
    subject(file, state) {
      const known = files.get(file)
      return known && isSameState(known.state, state) ? known.subject : undefined
    },
    output: (path) => outputs.get(path),
  }
}

/** The lines of a ledger, and the size of its complete lines in bytes. */
export interface LedgerText {
  readonly lines: readonly Line[]
  readonly sizeBytes: number
}

/**
 * Reads a ledger. A truncated last line counts as not written. An invalid line in the middle is skipped.
 *
 * @throws PlatelightError `state_unreadable` if the file is not a ledger, or is from a newer version.
 */
export async function readLedger(path: string): Promise<LedgerText> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    // ENOTDIR: a file stands where a folder should be. The check of the output folders reports it.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return Buffer.alloc(0)
    throw unreadable(path, error.message)
  })
  const sizeBytes = bytes.lastIndexOf(0x0a) + 1
  const [first, ...rest] = bytes.subarray(0, sizeBytes).toString('utf8').split('\n').map(parsedLine)
  if (sizeBytes === 0) {
    if (bytes.length > 0 && !JSON.stringify(HEADER).startsWith(bytes.toString('utf8'))) throw foreign(path)
    return { lines: [], sizeBytes }
  }
  const header = first as Partial<typeof HEADER> | undefined
  if (header?.ledger !== HEADER.ledger) throw foreign(path)
  if (header.version !== HEADER.version) {
    throw unreadable(path, `it is of version ${header.version}; this version reads ${HEADER.version}`)
  }
  return { lines: rest.filter(isLine), sizeBytes }
}

function parsedLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'file' in value && 'type' in value && 'at' in value

const foreign = (path: string) => unreadable(path, 'it is not the ledger of a folder run')

const unreadable = (path: string, reason: string) =>
  new PlatelightError(
    'state_unreadable',
    `The ledger ${path} cannot be used: ${reason}. Name another stateFile, or move the file away.`,
  )
