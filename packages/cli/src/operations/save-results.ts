import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { numbered, type Place } from './operation-outputs.ts'
import type { OperationReply } from './operation-request.ts'
import type { TaskEvent } from './task-pool.ts'

const ATTEMPTS = 3

type SinglePlace = Exclude<Place, { kind: 'each' }>

/** The bytes of a result. Its address carries its own permission, so no credential goes along. */
async function fetchResult(
  { fetch }: Pick<Connection, 'fetch'>,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(new Request(url, { signal }))
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      if (response.status < 500 || attempt === ATTEMPTS) {
        throw new CliError(
          `The result could not be fetched: the server answered ${response.status}.`,
          EXIT.unexpected,
          'result_missing',
        )
      }
    } catch (error) {
      if (error instanceof CliError || signal.aborted) throw error
      if (attempt === ATTEMPTS) {
        throw new CliError(
          `The result could not be fetched: ${(error as Error).message}.`,
          EXIT.unreachable,
          'connection_failed',
        )
      }
    }
    await new Promise((resolve) => setTimeout(resolve, attempt * 500))
  }
}

/**
 * Writes a result to its place, whole or not at all. Returns the path.
 *
 * @throws CliError `file_unwritable` where the disk is full or the folder may not be written to.
 */
function saveResult(place: Exclude<SinglePlace, { kind: 'stdout' }>, url: string, bytes: Uint8Array): string {
  const extension = /\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
  const path = place.kind === 'file' ? place.path : place.stem + extension
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, bytes, 0o666)
    return path
  } catch (error) {
    throw new CliError(`Cannot write ${path}: ${(error as Error).message}`, EXIT.usage, 'file_unwritable')
  }
}

/** Whether the name of a file says something else than what the server made. */
const isMisnamed = (place: Place, url: string): boolean =>
  place.kind === 'file' && plain(place.path) !== plain(new URL(url).pathname)

const plain = (path: string): string => (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase().replace('jpeg', 'jpg')

interface Saving {
  readonly connection: Connection
  readonly context: Context
  /** A line for people, beside the results. */
  readonly note: (line: string) => void
  readonly signal: AbortSignal
}

/** Saves what came of it, in one file or several. */
export async function saveResults(
  entry: CatalogueEntry,
  reply: OperationReply,
  place: Place,
  { connection, context, note, signal }: Saving,
): Promise<TaskEvent['outputs']> {
  const found = resultsIn(entry, reply)
  const outputs: { path: string }[] = []
  for (const [index, { url, name }] of found.entries()) {
    const bytes = await fetchResult(connection, url, signal)
    const here = placeOf(place, found.length, index, name)
    if (here.kind === 'stdout') {
      context.environment.stdout.write(bytes)
      outputs.push({ path: '-' })
      continue
    }
    if (isMisnamed(here, url)) note(`The server made a ${new URL(url).pathname.split('.').at(-1)} file.`)
    outputs.push({ path: saveResult(here, url, bytes) })
  }
  return outputs
}

/** Where one of several results goes. */
function placeOf(place: Place, count: number, index: number, name: string | undefined): SinglePlace {
  if (place.kind !== 'each') return (count === 1 ? place : numbered(place, name ?? index + 1)) as SinglePlace
  const own = place.places[index]
  if (!own || own.kind === 'each') throw new CliError('The server sent more pictures than it got.', EXIT.unexpected)
  return own
}

interface Result {
  readonly url: string
  /** What it is called among the others; without one it is numbered. */
  readonly name?: string
}

function resultsIn({ result }: CatalogueEntry, reply: OperationReply): Result[] {
  const value = reply[result]
  const found: Result[] = Array.isArray(value)
    ? value.map(({ url, id, mask_url }) =>
        mask_url ? { url: String(mask_url), name: String(id) } : { url: String(url) },
      )
    : [{ url: String(value) }]
  if (found.length > 0 && found.every(({ url }) => URL.canParse(url))) return found
  throw new CliError('The server sent no picture.', EXIT.unexpected, 'result_missing')
}
