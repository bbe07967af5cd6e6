import { EXIT } from './exit-codes.ts'

/** Two ways to stop. The reason of an aborted signal is the exit code. */
export interface Interrupts {
  /** Begin nothing further. */
  readonly finish: AbortSignal
  /** Give up what is under way. */
  readonly abort: AbortSignal
  /** Stops listening. */
  release(): void
}

/**
 * Listens for signals: the first Ctrl-C lets work under way end, the second gives it up, the third ends the process;
 * SIGTERM and a closed terminal give it up at once. Results are renamed into place when they are whole, so nothing
 * half-written is left in any case.
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
