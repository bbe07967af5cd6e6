/** Rows of one transaction, so that other requests run in between and none waits for long. */
const BATCH = 250

/** Works on some keys after the other. @throws the reason of the signal when it is aborted in between */
export async function inBatches<Key>(
  keys: readonly Key[],
  signal: AbortSignal,
  work: (some: readonly Key[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH) {
    signal.throwIfAborted()
    await work(keys.slice(from, from + BATCH))
  }
}
