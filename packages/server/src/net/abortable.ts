/**
 * Resolves like the promise, or rejects with the reason of the signal as soon as it aborts. For work that notices a signal
 * late or never. A later result of such work is dropped.
 */
export async function abortable<T>(promised: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([promised, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
    promised.catch(() => {})
  }
}
