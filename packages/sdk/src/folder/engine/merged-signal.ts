import { setMaxListeners } from 'node:events'

/** A signal that aborts with the first of these. Any number of photos may listen to it without a warning of a leak. */
export function mergeSignals(...signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals])
  setMaxListeners(0, any)
  return any
}
