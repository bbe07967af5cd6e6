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
 * Uploads what is not on the web yet, several photos at a time. A file that the server refuses does not stop the others.
 *
 * @returns for each item the address of its photo, or what was wrong with it
 * @throws what concerns every photo, such as a server that stays away
 */
export async function sendPhotos(
  items: readonly OperationItem[],
  { connection, concurrency, signal, onPause }: SendOptions,
): Promise<ReadonlyMap<OperationItem, string | Error>> {
  const found = new Map<OperationItem, string | Error>()
  const { stop } = await runPhotos<OperationItem, void>({
    ...{ client: connection.client, items, onPause },
    settings: { concurrency, maxCredits: undefined, signal, giveUp: signal },
    ...{ onSettled: () => undefined, onRequeued: () => undefined, onStopped: () => undefined },
    createWorker: (tools) => async (item) => {
      const [source] = item.sources
      if (source) found.set(item, await sourceUrl(source, connection, tools))
    },
    async fail(item, error) {
      found.set(item, error as Error)
    },
  })
  if (stop) throw stop.error ?? signal.reason
  return found
}
