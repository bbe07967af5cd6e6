import { runPhotos } from '@platelight/sdk/folder-engine'
import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
import type { Connection } from '../context/server-connection.ts'
import type { OperationItem } from '../operations/operation-items.ts'
import { sourceUrl } from '../operations/operation-request.ts'

export interface SendOptions {
  readonly connection: Connection
  readonly concurrency: number
  readonly signal: AbortSignal
  readonly onPause: (event: PausedEvent | ResumedEvent) => void
}

/**
 * Uploads local photos, several at a time. A file that the server refuses does not stop the others.
 *
 * @returns the URL or the error of each item
 * @throws an error that concerns every photo, such as an unreachable server
 */
export async function sendPhotos(
  items: readonly OperationItem[],
  { connection, concurrency, signal, onPause }: SendOptions,
): Promise<ReadonlyMap<OperationItem, string | Error>> {
  const addresses = new Map<OperationItem, string | Error>()
  const { stop } = await runPhotos<OperationItem, void>({
    client: connection.client,
    items,
    onPause,
    settings: { concurrency, maxCredits: undefined, signal, giveUp: signal },
    onSettled: () => undefined,
    onRequeued: () => undefined,
    onStopped: () => undefined,
    createWorker: (tools) => async (item) => {
      const [source] = item.sources
      if (source) addresses.set(item, await sourceUrl(source, connection, tools))
    },
    async fail(item, error) {
      addresses.set(item, error as Error)
    },
  })
  if (stop) throw stop.error ?? signal.reason
  return addresses
}
