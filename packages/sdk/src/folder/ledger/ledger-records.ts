import { readFile } from 'node:fs/promises'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import type { Format } from '../folder-events.ts'
import { type ContentId, type FileState, isSameState } from '../scan/photo-content.ts'

/** A result as it was written. Paths in a ledger are relative to its folder, so that both can be moved together. */
export interface SavedOutput {
  readonly format: Format
  readonly path: string
  readonly state: FileState
}

/** One transition of one photo: a line of the ledger. `at` is ISO 8601. */
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

/** What earlier runs left behind, asked by what is known now. */
export interface Records {
  /** Whether anything was bought. */
  hasPhotos(): boolean
  /** The photo that was bought under a key, and when. */
  photo(key: string): { readonly id: string; readonly at: string; readonly subject: ContentId } | undefined
  /** The address the photo was uploaded to. */
  upload(key: string): { readonly url: string; readonly at: string } | undefined
  /** The content a file had in this state; undefined when it was never read so. */
  subject(file: string, state: FileState): ContentId | undefined
  /** What a result was made from. */
  output(path: string): { readonly subject: ContentId; readonly look: string; readonly state: FileState } | undefined
}

/** Records that grow line by line. */
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

/** The lines of a ledger, and how many bytes of it are whole lines. */
export interface LedgerText {
  readonly lines: readonly Line[]
  readonly sizeBytes: number
}

/**
 * Reads a ledger. A last line that was cut off counts as not written; one in the middle that says nothing is passed over.
 *
 * @throws PlatelightError `state_unreadable` when the file is something else, or from a newer version.
 */
export async function readLedger(path: string): Promise<LedgerText> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    // There is nothing below a file either. The check of the output folders reports the file that is in the way.
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
