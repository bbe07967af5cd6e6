import { APIError } from '@platelight/sdk'
import { createLinkReader, extensionOf, freeTargets, type OutputTarget, pathOf } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import type { ItemEvent, OperationReply } from '../reporting/item-events.ts'
import type { OnExisting } from '../reporting/run-events.ts'
import { type OperationOutput, type ResultPosition, targetFor } from './operation-outputs.ts'

export interface SaveOptions {
  readonly connection: Pick<Connection, 'clientOptions'>
  readonly context: Pick<Context, 'environment'>
  readonly onExisting: OnExisting
  /** Reports a note to the user. */
  readonly note: (line: string) => void
  readonly signal: AbortSignal
}

/**
 * Saves the results of a reply, each completely or not at all.
 *
 * @throws PlatelightError `file_unwritable` if the disk is full or the folder is not writable
 */
export async function saveResults(
  entry: CatalogueEntry,
  reply: OperationReply,
  output: OperationOutput,
  { connection, context, onExisting, note, signal }: SaveOptions,
): Promise<ItemEvent['outputs']> {
  const links = createLinkReader(connection.clientOptions)
  const results = resultsIn(entry, reply)
  const targets = onExisting === 'rename' ? freeTargets(output.targets) : output.targets
  const outputs: { path: string }[] = []
  for (const [index, { url, name, picture }] of results.entries()) {
    if (output.kind === 'stdout') {
      const response = await fetchResult(() => links.open(url, { signal }))
      context.environment.stdout.write(new Uint8Array(await response.arrayBuffer()))
      outputs.push({ path: '-' })
      continue
    }
    const target = targetFor(output, targets, { index, count: results.length, name, picture })
    if (isMisnamed(target, url)) note(`The server made a ${new URL(url).pathname.split('.').at(-1)} file.`)
    const path = pathOf(target, extensionOf(url))
    await fetchResult(() => links.save(url, path, { signal }))
    outputs.push({ path })
  }
  return outputs
}

/** Reads a link. A link that the server refuses is a failure of this result, not of the whole run. */
async function fetchResult<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof APIError) || error.status >= 500) throw error
    throw new CliError(
      `The result could not be fetched: the server answered ${error.status}.`,
      EXIT.unexpected,
      'result_missing',
    )
  }
}

/** Whether the extension of the file differs from the format of the result. */
const isMisnamed = (target: OutputTarget, url: string): boolean =>
  target.kind === 'file' && formatOf(target.path) !== formatOf(new URL(url).pathname)

const formatOf = (path: string): string =>
  (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase().replace('jpeg', 'jpg')

interface Result {
  readonly url: string
  /** The name of this result. Without a name it is numbered. */
  readonly name?: string
  readonly picture?: ResultPosition['picture']
}

function resultsIn({ result }: CatalogueEntry, reply: OperationReply): Result[] {
  const value = reply[result]
  const found: Result[] = Array.isArray(value)
    ? value.map(({ url, id, mask_url, index }, at) => {
        if (mask_url) return { url: String(mask_url), name: String(id) }
        const variant = value.slice(0, at).filter((before) => before.index === index).length
        return { url: String(url), ...(typeof index === 'number' && { picture: { index, variant } }) }
      })
    : [{ url: String(value) }]
  if (found.length > 0 && found.every(({ url }) => parseUrl(url) !== undefined)) return found
  throw new CliError('The server sent no picture.', EXIT.unexpected, 'result_missing')
}
