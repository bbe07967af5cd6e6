/**
 * What was promised, or the reason of the signal as soon as it is given: for work that hears of a signal late or never.
 * What such work still brings is let go.
 */
export async function abortable<T>(promised: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let hear = () => {}
  const aborted = new Promise<never>((_, reject) => {
    hear = () => reject(signal.reason)
    signal.addEventListener('abort', hear)
  })
  try {
    return await Promise.race([promised, aborted])
  } finally {
    signal.removeEventListener('abort', hear)
    promised.catch(() => {})
  }
}
