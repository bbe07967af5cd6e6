import { EXIT } from './exit-codes.ts'

/** Two signals to stop a command. The reason of an aborted signal is the exit code. */
export interface Interrupts {
  /** Start nothing new. */
  readonly finish: AbortSignal
  /** Abort the work in progress. */
  readonly abort: AbortSignal
  /** Stops listening. */
  release(): void
}

/**
 * Listens for signals. The first Ctrl-C lets work in progress finish, the second aborts it, the third ends the process.
 * SIGTERM and a closed terminal abort at once. Results are renamed into place when they are complete, so no partial file
 * remains.
 */
export function onInterrupt(onFirst: () => void): Interrupts {
  const finish = new AbortController()
  const abort = new AbortController()

  const interrupted = () => {
    if (abort.signal.aborted) process.exit(EXIT.interrupted)
    if (finish.signal.aborted) return abort.abort(EXIT.interrupted)
    finish.abort(EXIT.interrupted)
    onFirst()
  }
  const terminated = () => {
    finish.abort(EXIT.terminated)
    abort.abort(EXIT.terminated)
  }
  process.on('SIGINT', interrupted)
  process.on('SIGTERM', terminated)
  process.on('SIGHUP', terminated)
  return {
    finish: finish.signal,
    abort: abort.signal,
    release() {
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', terminated)
      process.off('SIGHUP', terminated)
    },
  }
}
