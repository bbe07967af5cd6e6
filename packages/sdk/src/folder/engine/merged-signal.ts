import { setMaxListeners } from 'node:events'

/** A signal that aborts as soon as one of the given signals does. Any number of listeners causes no leak warning. */
export function mergeSignals(...signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals])
  setMaxListeners(0, any)
  return any
}
