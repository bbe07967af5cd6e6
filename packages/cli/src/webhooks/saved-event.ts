import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import type { Envelope } from './event-envelope.ts'
import type { HeaderLines } from './post-event.ts'

/** An event as it arrived. */
export interface SavedEvent {
  readonly headers: HeaderLines
  /** The exact bytes. */
  readonly body: Buffer
}

const KIND = 'platelight-webhook'

/** Creates the folder for saved events. @throws CliError if that fails */
export function savingFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  } catch (error) {
    throw new CliError(`Cannot create the folder ${path}: ${(error as Error).message}`, undefined, 'output_unwritable')
  }
}

/**
 * Saves an event in a file that only its owner can read. The name sorts by creation time. A repeat of a saved event is
 * not saved again, because it has the same bytes.
 *
 * @returns the path of the file
 */
export function saveEvent(folder: string, { id, type, createdAt }: Envelope, event: SavedEvent): string {
  const name = [createdAt.replace(/[-:]/g, ''), type, id].map((part) => part.replace(/[^\w.-]+/g, '_')).join('-')
  const path = join(folder, `${name.slice(0, 200)}.json`)
  if (existsSync(path)) return path
  const { headers, body } = event
  // Saved as text if it is valid UTF-8, so that the file can be read and searched.
  const content = isUtf8(body) ? { body: body.toString('utf8') } : { body_base64: body.toString('base64') }
  writeFileAtomically(path, `${JSON.stringify({ kind: KIND, schemaVersion: 1, headers, ...content }, null, 2)}\n`)
  return path
}

/** Parses a saved event; undefined if the bytes are something else. */
export function savedEventIn(bytes: Buffer): SavedEvent | undefined {
  let content: Record<string, unknown>
  try {
    content = Object(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
  const { kind, headers, body, body_base64 } = content
  if (kind !== KIND || !Array.isArray(headers) || !headers.every(isLine)) return undefined
  if (typeof body === 'string') return { headers, body: Buffer.from(body) }
  return typeof body_base64 === 'string' ? { headers, body: Buffer.from(body_base64, 'base64') } : undefined
}

const isLine = (line: unknown): line is readonly [string, string] =>
  Array.isArray(line) && line.length === 2 && line.every((part) => typeof part === 'string')

/** @throws CliError if the file cannot be read or is not a saved event */
export function readSavedEvent(path: string): SavedEvent {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${(error as Error).message}`, undefined, 'file_unreadable')
  }
  const saved = savedEventIn(bytes)
  if (saved) return saved
  throw new CliError(
    `${basename(path)} is not a saved event. platelight webhooks listen --save FOLDER saves events; trigger --from sends any other file.`,
  )
}
